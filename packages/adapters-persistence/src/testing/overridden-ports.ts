import type { Repositories, Transaction, UnitOfWork } from '@chancery/core';

/** The same unit of work, whose handlers and reactions see these ports instead of its own. */
export function withOverriddenPorts(
  { run }: UnitOfWork,
  overridden: (own: Repositories) => Partial<Repositories>,
): UnitOfWork {
  return {
    run: (mode, role, work) =>
      run(mode, role, (transaction) => {
        const onto = <T extends object>(own: T & Repositories): T & Repositories =>
          Object.defineProperties(
            own,
            Object.fromEntries(Object.entries(overridden(own)).map(([name, value]) => [name, { value }])),
          );
        return work(
          new Proxy(transaction, {
            get(target, name) {
              if (name === 'repositories') return onto(target.context({}));
              if (name === 'context')
                return (also: object) => onto(target.context(also) as object & Repositories);
              const value: unknown = Reflect.get(target, name, target);
              return typeof value === 'function' ? value.bind(target) : value;
            },
          }) as Transaction,
        );
      }),
  };
}
