import type { WritingContext } from '../../kernel/handler-context.ts';
import { type AboutRecord, confidentialityLowered, confidentialityRaised } from '../events.ts';
import { type LabelMask, labelsOf } from './labels.ts';

/** What became harder or easier to read stands in the ledger. */
export function sayRelabelled(
  about: AboutRecord,
  before: LabelMask,
  after: LabelMask,
  { reason, emit }: Pick<WritingContext, 'emit'> & { readonly reason: string },
): void {
  const [added, removed] = [labelsOf(after & ~before), labelsOf(before & ~after)];
  if (added.length > 0) emit(confidentialityRaised, { ...about, added: [...added] });
  if (removed.length > 0) emit(confidentialityLowered, { ...about, removed: [...removed], reason });
}
