import type { ActionOf, Machine } from '@chancery/core';

/**
 * Writes an action of a state table into the text of a statement: `set status = ${cancel.to} where status in ${cancel.from}`.
 * It is made once together with the text, so that the statement keeps its name.
 */
export interface Transition {
  /** All states that allow the action, as a list in brackets. */
  readonly from: string;
  /** The state that follows, as a literal. */
  readonly to: string;
}

// biome-ignore lint/suspicious/noExplicitAny: any table; the action is checked against it
export function transition<M extends Machine<any, any>>(machine: M, action: ActionOf<M>): Transition {
  const { from, to } = machine.step(action);
  return { from: `(${from.map(literal).join(', ')})`, to: literal(to) };
}

function literal(state: string): string {
  if (!/^[a-z_]+$/.test(state)) throw new TypeError(`${state} is no name of a state`);
  return `'${state}'`;
}
