import { invalidField } from '../../kernel/validation.ts';
import { type Labeller, requireMayRemove, requireMaySet } from './label-change.ts';
import { type LabelMask, noLabels, type StatedLabels, statedLabels, statedMask } from './labels.ts';

interface Given {
  readonly confidentiality?: StatedLabels['confidentiality'] | undefined;
  readonly additionalLabels?: StatedLabels['additionalLabels'] | undefined;
  readonly confidentialityReason?: string | undefined;
}

/** Own labels as they are given; whoever gives or takes one has to be allowed to (REC-5). */
export function givenLabels(
  ownMask: LabelMask,
  { confidentiality, additionalLabels, confidentialityReason }: Given,
  labeller: Labeller,
): LabelMask {
  if (confidentiality === undefined && additionalLabels === undefined) return ownMask;
  const before = statedLabels(ownMask);
  const after = statedMask({
    confidentiality: confidentiality ?? before.confidentiality,
    additionalLabels: additionalLabels ?? before.additionalLabels,
  });
  requireMaySet(after & ~ownMask, labeller);
  const removed = ownMask & ~after;
  if (removed !== noLabels) {
    requireMayRemove(removed, labeller);
    if (confidentialityReason === undefined)
      throw invalidField('/confidentialityReason', 'field.required', 'Say why the label is removed.');
  }
  return after;
}
