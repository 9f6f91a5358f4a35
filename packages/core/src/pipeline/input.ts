import type { FailureDetail } from '../kernel/errors.ts';
import { excessesOf } from '../kernel/input-bounds.ts';
import { faultsOfWalk } from '../kernel/pages.ts';
import { detailsOf } from '../kernel/validation.ts';
import type { Call } from './call.ts';

interface ReadInput {
  /** Undefined if the input does not fit the schema. */
  readonly input: unknown;
  readonly faults: readonly FailureDetail[] | null;
}

/** The input as its use case takes it, or what is wrong with it. Lengths come first: nothing of what is too long is read further. */
export function readInput(
  { name, useCase: { input: schema } }: Pick<Call, 'name' | 'useCase'>,
  rawInput: unknown,
): ReadInput {
  const excesses = excessesOf(schema, rawInput);
  if (excesses.length > 0) return refused(excesses);
  const parsed = schema.safeParse(rawInput, { reportInput: true });
  if (!parsed.success) return refused(detailsOf(parsed.error));
  const faults = faultsOfWalk({ name, input: parsed.data });
  return faults.length > 0 ? refused(faults) : { input: parsed.data, faults: null };
}

const refused = (faults: readonly FailureDetail[]): ReadInput => ({ input: undefined, faults });
