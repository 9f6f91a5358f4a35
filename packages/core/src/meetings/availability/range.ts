import { type Instant, plusDays } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { Span } from './block.ts';

/** The range, at most so many days long. Throws `range.reversed` or `range.too_long` at `path`. */
export function requireRange(
  { from, to }: { from: Instant; to: Instant },
  mostDays: number,
  path = '/to',
): Span {
  if (from >= to) throw invalidField(path, 'range.reversed', 'Give an end after the start.');
  if (to > plusDays(from, mostDays))
    throw invalidField(path, 'range.too_long', `Give a range of at most ${mostDays} days.`);
  return { startsAt: from, endsAt: to };
}
