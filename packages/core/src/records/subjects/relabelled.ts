import { isManager } from '../../kernel/access.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import { invalidField } from '../../kernel/validation.ts';
import { callerOf } from '../access/caller.ts';
import { requireMayRemove, requireMaySet } from '../access/label-change.ts';
import { labelsOf, noLabels, type StatedLabels, statedLabels, statedMask } from '../access/labels.ts';
import { aboutSubject, confidentialityLowered, confidentialityRaised } from '../events.ts';
import type { Subject } from './subject.ts';

interface Given {
  readonly confidentiality?: StatedLabels['confidentiality'] | undefined;
  readonly additionalLabels?: StatedLabels['additionalLabels'] | undefined;
  readonly confidentialityReason?: string | undefined;
}

type Masks = Pick<Subject, 'ownMask' | 'effectiveMask'>;

/** The masks of the subject with the labels that it is given; whoever gives or takes one has to be allowed to (REC-5). */
export function relabelled(
  { ownMask, mergedMask, effectiveMask, createdByUserId }: Subject,
  { confidentiality, additionalLabels, confidentialityReason }: Given,
  user: UserPrincipal,
): Masks {
  if (confidentiality === undefined && additionalLabels === undefined) return { ownMask, effectiveMask };
  const before = statedLabels(ownMask);
  const after = statedMask({
    confidentiality: confidentiality ?? before.confidentiality,
    additionalLabels: additionalLabels ?? before.additionalLabels,
  });
  const caller = callerOf(user);
  requireMaySet(after & ~ownMask, caller);
  const removed = ownMask & ~after;
  if (removed !== noLabels) {
    requireMayRemove(removed, {
      clearance: caller.clearance,
      isManager: isManager(caller.role),
      isPrivacyOfficer: false,
      // Until it has a case, whoever made it stands for the lead.
      caseRole: createdByUserId === user.userId ? 'lead' : null,
    });
    if (confidentialityReason === undefined)
      throw invalidField('/confidentialityReason', 'field.required', 'Say why the label is removed.');
  }
  return { ownMask: after, effectiveMask: after | mergedMask };
}

/** What became harder or easier to read stands in the ledger. */
export function sayRelabelled(
  { ownMask: before }: Subject,
  subject: Subject,
  reason: string,
  { emit }: Pick<WritingContext, 'emit'>,
): void {
  const { ownMask: after } = subject;
  const about = aboutSubject(subject);
  const [added, removed] = [labelsOf(after & ~before), labelsOf(before & ~after)];
  if (added.length > 0) emit(confidentialityRaised, { ...about, added: [...added] });
  if (removed.length > 0) emit(confidentialityLowered, { ...about, removed: [...removed], reason });
}
