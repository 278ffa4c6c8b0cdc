// A value that changes by actions alone. Whatever runs later reads the newest state from it.

export type Store<State, Action> = {
  getState(): State;
  dispatch(action: Action): void;
  /** Calls `listener` after each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
};

export function createStore<State, Action>(
  reducer: (state: State, action: Action) => State,
  initial: State,
): Store<State, Action> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    getState: () => state,
    dispatch(action) {
      const before = state;
      state = reducer(before, action);
      if (state !== before) for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
