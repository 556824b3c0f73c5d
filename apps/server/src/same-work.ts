/** Work that others may be asking for at the same time, by key. */
interface SameWork {
  /** Resolves when the work under way for this key is over, well or not; undefined where there is none. */
  over(key: string): Promise<void> | undefined;
  /** Begins work that others can wait for. */
  begin<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Whoever asks for what another is fetching waits for that once and then looks whether it was kept. Who fetches may
 * leave or fail: the others fetch by themselves then.
 */
export function createSameWork(): SameWork {
  const running = new Map<string, Promise<void>>();
  return {
    over: (key) => running.get(key),
    begin: (key, work) => {
      const result = work();
      const over = result.then(
        () => {},
        () => {},
      );
      running.set(key, over);
      over.then(() => {
        if (running.get(key) === over) running.delete(key);
      });
      return result;
    },
  };
}
