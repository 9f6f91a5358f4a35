import type { Repositories } from '@chancery/core';
import type { Sql } from './sql.ts';

/** What a repository is made from: the connection of its transaction, and the workspace that the transaction has entered. */
export interface Scope {
  readonly sql: Sql;
  /** The workspace that the transaction has entered; null if it has not entered any yet. */
  workspaceId(): string | null;
  /** The same for queries: an empty tenant matches no row, in the queries as in row-level security. */
  tenant(): string;
}

/** Makes the repositories of one context. */
export type RepositoriesOf<C extends keyof Repositories> = (scope: Scope) => Repositories[C];

const scopeOf = Symbol('scope');

/**
 * Makes the repositories of one context over a transaction. Each is made when it is used, in the workspace that the
 * transaction has entered by then.
 */
export function repositoriesOf<R extends object>(
  makers: {
    readonly [N in keyof R]: (scope: Scope) => R[N];
  },
): (scope: Scope) => R {
  /** One class serves all transactions, so that access to a repository is as fast as access to a field. */
  class Bundle {
    readonly [scopeOf]: Scope;
    constructor(scope: Scope) {
      this[scopeOf] = scope;
    }
  }
  for (const [name, make] of Object.entries<(scope: Scope) => unknown>(makers))
    Object.defineProperty(Bundle.prototype, name, {
      get(this: Bundle) {
        return make(this[scopeOf]);
      },
    });
  return (scope) => new Bundle(scope) as unknown as R;
}
