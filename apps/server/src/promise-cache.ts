/** Work that is done once for each key, however often it is asked for; work that failed is forgotten. */
interface PromiseCache<T> {
  get(key: string, start: () => Promise<T>): Promise<T>;
  /** What was done or is under way. */
  values(): Promise<T>[];
}

export function createPromiseCache<T>(): PromiseCache<T> {
  const promises = new Map<string, Promise<T>>();
  return {
    get: (key, start) => {
      const known = promises.get(key);
      if (known) return known;
      const promise = start();
      promises.set(key, promise);
      promise.catch(() => promises.delete(key));
      return promise;
    },
    values: () => [...promises.values()],
  };
}
