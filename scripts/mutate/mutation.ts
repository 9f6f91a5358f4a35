/** What is changed by a mutation. */
export type MutationKind =
  | 'guard'
  | 'operand'
  | 'comparison'
  | 'equality'
  | 'constant'
  | 'boolean'
  | 'call'
  | 'chain'
  | 'order'
  | 'branch'
  | 'default'
  | 'extreme'
  | 'field'
  | 'element'
  | 'state'
  | 'sql condition'
  | 'sql comparison'
  | 'sql order'
  | 'sql lock'
  | 'sql column'
  | 'sql constant'
  | 'sql policy';

/**
 * How much each kind is wanted in a sample: clauses that decide something before fields that a test of the answer would
 * miss at once, and both before changes that often change nothing.
 */
export const weights: Readonly<Record<MutationKind, number>> = {
  guard: 6,
  operand: 7,
  comparison: 5,
  equality: 3,
  constant: 6,
  boolean: 5,
  call: 5,
  chain: 4,
  order: 2,
  branch: 2,
  default: 2,
  extreme: 4,
  field: 2,
  element: 3,
  state: 4,
  'sql condition': 7,
  'sql comparison': 4,
  'sql order': 2,
  'sql lock': 4,
  'sql column': 3,
  'sql constant': 4,
  'sql policy': 5,
};

/** What stands in the place of a piece of source, and how it can stand there beside the original. */
export interface Mutation {
  readonly kind: MutationKind;
  readonly start: number;
  readonly end: number;
  /** The text instead of the original; empty for what is left out. */
  readonly becomes: string;
  readonly form: 'expression' | 'statement' | 'member';
  /** Where the reader should look, if the change is somewhere inside the range. */
  readonly at?: number;
  /** The function of the database that is changed. */
  readonly within?: string;
  /** The change in a few words, where the two texts are too long to be shown. */
  readonly note?: string;
}

/** A mutation in its file, under a name that stays the same while the lines around it move. */
export interface Mutant extends Omit<Mutation, 'form' | 'at'> {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** One line: what was there, and what is there instead. */
  readonly shown: string;
  /** Whether it is evaluated once, when the module is loaded, so that no test shows by its run that it needs it. */
  readonly isStatic: boolean;
  /** The rules that the nearest comment names. */
  readonly named: readonly string[];
}
