import type { FailureType } from './errors.ts';

type Table = { readonly [state: string]: { readonly [action: string]: string } };

/** A state machine as data: `{ draft: { send: 'sent' }, sent: {} }`. A state with no way out is final. */
export interface Machine<T extends Table> {
  readonly table: T;
  readonly states: readonly (keyof T & string)[];
  can(state: keyof T & string, action: string): boolean;
  /** The state after the action, or the machine's failure. */
  next(state: keyof T & string, action: string): keyof T & string;
}

export function machine<const T extends Table>(invalidState: FailureType, table: T): Machine<T> {
  const states = Object.keys(table);
  const target = (state: keyof T & string, action: string) => table[state]?.[action];
  return {
    table,
    states,
    can: (state, action) => target(state, action) !== undefined,
    next(state, action) {
      const next = target(state, action);
      if (next === undefined) throw invalidState();
      return next;
    },
  };
}
