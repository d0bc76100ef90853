// Lets a test wait for something to become true, woken by events of the stand-in and never by a clock's tick.

export type Truthy<T> = Exclude<T, undefined | null | false | 0 | ''>;

export interface Changes {
  /** Something happened: every waiting condition is looked at again. */
  tell(): void;
  /** Resolves with the first truthy value; rejects after `ms`, with what `story` says. */
  until<T>(check: () => T, ms: number, story: () => string): Promise<Truthy<T>>;
}

export function createChanges(): Changes {
  const waiting = new Set<() => void>();
  return {
    tell() {
      for (const look of waiting) look();
    },
    until<T>(check: () => T, ms: number, story: () => string) {
      return new Promise<Truthy<T>>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`waited ${ms} ms in vain. ${story()}`));
        }, ms);
        const look = (): void => {
          let value: T;
          try {
            value = check();
          } catch (error) {
            clearTimeout(timer);
            waiting.delete(look);
            reject(error);
            return;
          }
          if (!value) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(value as Truthy<T>);
        };
        waiting.add(look);
        look();
      });
    },
  };
}
