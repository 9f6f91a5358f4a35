import type { FailureType } from './errors.ts';

type Table = { readonly [state: string]: { readonly [action: string]: string } };
type StatesOf<T extends Table> = keyof T & string;
/** What any of the states allows. */
type ActionsOf<T extends Table> = { [S in keyof T]: keyof T[S] & string }[keyof T];
type Reached<T extends Table, S extends string, A extends string> = S extends keyof T
  ? A extends keyof T[S]
    ? T[S][A] & StatesOf<T>
    : never
  : never;

/**
 * A state machine as data: the states in which a thing may begin, and `{ draft: { send: 'sent' }, sent: {} }`. A state with no
 * way out is final.
 */
export interface Machine<T extends Table = Table, I extends string = string> {
  /** What a context exports of this kind is on the page of states, and its tests are made from it. */
  readonly kind: 'machine';
  /** What a move that the table forbids fails with. */
  readonly failure: FailureType;
  readonly table: T;
  readonly states: readonly StatesOf<T>[];
  readonly initial: readonly I[];
  /** The state of a new thing; a state in which none begins does not compile. */
  begin<S extends I>(state: S): S;
  can(state: StatesOf<T>, action: ActionsOf<T>): boolean;
  /** The state after the action, or the machine's failure. */
  next<S extends StatesOf<T>, A extends ActionsOf<T>>(state: S, action: A): Reached<T, S, A>;
  /** An action as one change of many: from every state that allows it, to the one to which it leads from all of them. */
  step(action: ActionsOf<T>): { readonly from: readonly StatesOf<T>[]; readonly to: StatesOf<T> };
  isFinal(state: StatesOf<T>): boolean;
}

export type ActionOf<M> = M extends Machine<infer T, infer _> ? ActionsOf<T> : never;

export function machine<
  const T extends { readonly [S in keyof T]: { readonly [action: string]: keyof T & string } },
  const I extends keyof T & string,
>(invalidState: FailureType, initial: readonly [I, ...I[]], table: T): Machine<T, I> {
  const rows: Table = table;
  const states = Object.keys(table) as (keyof T & string)[];
  const target = (state: string, action: string) =>
    Object.hasOwn(rows, state) && Object.hasOwn(rows[state] ?? {}, action)
      ? rows[state]?.[action]
      : undefined;
  return {
    kind: 'machine',
    failure: invalidState,
    table,
    states,
    initial,
    begin(state) {
      if (!initial.includes(state)) throw new TypeError(`Nothing begins as ${state}`);
      return state;
    },
    can: (state, action) => target(state, action) !== undefined,
    next(state, action) {
      const next = target(state, action);
      if (next === undefined) throw invalidState();
      return next as never;
    },
    step(action) {
      const from = states.filter((state) => target(state, action) !== undefined);
      const [to, ...others] = new Set(from.map((state) => target(state, action)));
      if (to === undefined || others.length > 0) throw new TypeError(`${action} leads to no one state`);
      return { from, to: to as keyof T & string };
    },
    isFinal: (state) => Object.keys(rows[state] ?? {}).length === 0,
  };
}

const isMachine = (value: unknown): value is Machine =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'machine';

/** The machines among what contexts export, each under its name there: `meetings.roomStates`. */
export const machinesAmong = (
  contexts: Readonly<Record<string, object>>,
): readonly { readonly context: string; readonly name: string; readonly machine: Machine }[] =>
  Object.entries(contexts).flatMap(([context, exported]) =>
    Object.entries(exported).flatMap(([name, value]) =>
      isMachine(value) ? [{ context, name, machine: value }] : [],
    ),
  );
