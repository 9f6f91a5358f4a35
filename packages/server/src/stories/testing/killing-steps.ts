/** Ends this process at a step of its work, as `kill -9` from outside would. */
export class KillingSteps {
  #wish: string | null = null;
  readonly #counts = new Map<string, number>();

  /** From now on moments are counted: `after storing 2` is the second one of its name. */
  arm(wish: string): void {
    this.#wish = wish;
    this.#counts.clear();
  }

  pass(moment: string): void {
    const count = (this.#counts.get(moment) ?? 0) + 1;
    this.#counts.set(moment, count);
    if (`${moment} ${count}` === this.#wish) process.kill(process.pid, 'SIGKILL');
  }

  /** The port, of which each call that has a name is a step; null is none. */
  watching<T extends object>(port: T, nameOf: (method: string, ...given: never[]) => string | null): T {
    return intercepted(port, (method, call, given) => {
      const name = nameOf(method, ...given);
      if (name === null) return call();
      return (async () => {
        this.pass(`before ${name}`);
        const result = await call();
        this.pass(`after ${name}`);
        return result;
      })();
    });
  }
}

/** The object, with something around each call of its methods. */
export const intercepted = <T extends object>(
  object: T,
  around: (method: string, call: () => unknown, given: never[]) => unknown,
): T =>
  new Proxy(object, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...given: never[]) => around(String(property), () => value.apply(target, given), given);
    },
  });

/** The object with another value in the place of one of its own. */
export const replacing = <T extends object, K extends keyof T>(
  object: T,
  name: K,
  replaced: (value: T[K]) => T[K],
): T =>
  new Proxy(object, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (property === name) return replaced(target[name]);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
