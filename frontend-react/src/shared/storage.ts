// What this browser keeps for the site, as texts by name. A browser that keeps nothing has nothing to read, and what is written is gone.

type Kept = {
  read(name: string): string | undefined;
  /** False: it is not kept. */
  write(name: string, text: string): boolean;
  remove(name: string): void;
};

/** Until the tab is closed. */
export const tabStorage: Kept = kept(() => sessionStorage);

/** On this device, for all tabs; signing out removes it (`sign-out.ts`). */
export const deviceStorage: Kept = kept(() => localStorage);

function kept(storage: () => Storage): Kept {
  return {
    read(name) {
      try {
        return storage().getItem(name) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(name, text) {
      try {
        storage().setItem(name, text);
        return true;
      } catch {
        return false;
      }
    },
    remove(name) {
      try {
        storage().removeItem(name);
      } catch {
        // Nothing was kept.
      }
    },
  };
}
