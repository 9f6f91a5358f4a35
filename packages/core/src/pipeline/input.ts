import type { UseCase } from '../kernel/declaration.ts';
import type { FailureDetail } from '../kernel/errors.ts';
import { excessesOf } from '../kernel/input-bounds.ts';
import { detailsOf } from '../kernel/validation.ts';

/** The input as its use case takes it, or what is wrong with it. Lengths come first: nothing of what is too long is read further. */
export function readInput(
  { input: schema }: UseCase,
  rawInput: unknown,
): { readonly input: unknown; readonly faults: readonly FailureDetail[] | null } {
  const excesses = excessesOf(schema, rawInput);
  if (excesses.length > 0) return { input: undefined, faults: excesses };
  const parsed = schema.safeParse(rawInput, { reportInput: true });
  return parsed.success
    ? { input: parsed.data, faults: null }
    : { input: undefined, faults: detailsOf(parsed.error) };
}
