// Texts by name that this browser keeps for the site. Without storage there is nothing to read, and writes are lost.

type Kept = {
  read(name: string): string | undefined;
  /** False: the text is not kept. */
  write(name: string, text: string): boolean;
  remove(name: string): void;
};

/** Kept until the tab is closed. */
export const tabStorage: Kept = kept(() => sessionStorage);

/** Kept on this device, for all tabs. Signing out removes it (`sign-out.ts`). */
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
