import { isManager } from '../../kernel/access.ts';
import { givenLabels } from '../access/given-labels.ts';
import type { StatedLabels } from '../access/labels.ts';
import type { SeenSubject } from './seen-subject.ts';
import type { Subject } from './subject.ts';

interface Given {
  readonly confidentiality?: StatedLabels['confidentiality'] | undefined;
  readonly additionalLabels?: StatedLabels['additionalLabels'] | undefined;
  readonly confidentialityReason?: string | undefined;
}

/** The masks of the subject with the labels that it is given by somebody who sees it (REC-5). */
export function relabelled(
  { subject: { ownMask, mergedMask }, reader, standing }: SeenSubject,
  given: Given,
): Pick<Subject, 'ownMask' | 'effectiveMask'> {
  // Until it has a case, whoever made it stands for the lead.
  const leads = standing.isCreator && standing.cases.length === 0;
  const after = givenLabels(ownMask, given, {
    clearance: reader.clearance,
    isManager: isManager(reader.role),
    isPrivacyOfficer: reader.duties.includes('privacy_officer'),
    caseRole:
      leads || standing.cases.some(({ caseRole, isBlocked }) => caseRole === 'lead' && !isBlocked)
        ? 'lead'
        : null,
  });
  return { ownMask: after, effectiveMask: after | mergedMask };
}
