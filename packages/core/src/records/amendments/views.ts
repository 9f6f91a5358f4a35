import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { PlainDate } from '../../kernel/time.ts';
import { type LabelMask, labels, labelsOf } from '../access/labels.ts';
import { type Addendum, openedAddendum } from '../addenda/addendum.ts';
import type { EntrySeal } from '../entries/content.ts';
import { type NamedUsers, UserRef } from '../subjects/user-refs.ts';
import {
  type Amendment,
  amendmentStates,
  denialBases,
  isLate,
  openedReasons,
  openedRequest,
  requesterKinds,
} from './amendment.ts';

const StatementView = z
  .object({
    text: z.string().nullable().describe('What is stated; null once it was destroyed.'),
    by: UserRef.describe('Who recorded and signed it.'),
    at: shown.instant().describe('When it was recorded.'),
    addendumId: z.uuid().describe('The signed addendum in which it stands.'),
  })
  .meta({ id: 'AmendmentStatement', description: 'What somebody states after a request was denied.' });

export const AmendmentView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    artifactId: z.uuid().describe('The id of the entry.'),
    caseId: z.uuid().describe('The id of its case.'),
    versionNumber: z.int().describe('The signed version that is to be changed.'),
    requestedByKind: z
      .enum(requesterKinds)
      .describe('Who asks: a member, the subject, or somebody by the portal.'),
    requestedBy: UserRef.nullable().describe('Who recorded it; null if it came by the portal.'),
    requesterName: z.string().nullable().describe('Who asks, by name; null if it is who recorded it.'),
    reason: z.string().nullable().describe('Why; null once it was destroyed.'),
    requestedChange: z.string().nullable().describe('What is to be changed; null once it was destroyed.'),
    status: z.enum(amendmentStates.states).describe('Where it stands.'),
    dueOn: z.iso
      .date()
      .describe('The day until which it is to be decided, in the time zone of the workspace.'),
    overdue: z.boolean().describe('Whether it is late now.'),
    extendedOnce: z.boolean().describe('Whether its time was extended.'),
    decidedBy: UserRef.nullable().describe('Who decided it; null if nobody has.'),
    decidedAt: shown.instant().nullable().describe('When it was decided; null if it is not.'),
    decisionReason: z.string().nullable().describe('Why it was decided so; null if nothing is said.'),
    singlePerson: z.boolean().describe('Whether whoever asked decided it, because nobody else could.'),
    singlePersonReason: z
      .string()
      .nullable()
      .describe('Why one person did both; null if they were two people.'),
    denialBasis: z
      .enum(denialBases)
      .nullable()
      .describe('On which ground it was denied; null if it was not.'),
    openedVersion: z
      .int()
      .nullable()
      .describe('The version that its acceptance opened; null if it was not accepted.'),
    disagreement: StatementView.nullable().describe(
      'That whoever asked disagrees; null if they did not say so.',
    ),
    rebuttal: StatementView.nullable().describe('The answer to that; null if there is none.'),
    notifyPriorRecipients: z
      .boolean()
      .describe('Whether those who were given the old version are told of the new one.'),
    effectiveLabels: z.array(z.enum(labels)).describe('The labels of its entry, the highest first.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.nullable().describe('Who recorded it; null if it came by the portal.'),
    updatedAt: shown.updatedAt(),
    updatedBy: UserRef.nullable().describe('Who changed it last; null if nobody of the workspace has.'),
    version: shown.version(),
  })
  .meta({ id: 'AmendmentRequest', description: 'A request to change a signed entry.' });

export interface AmendmentShownWith {
  readonly workspaceId: string;
  readonly entry: { readonly caseId: string; readonly effectiveMask: LabelMask };
  /** At least those that the request names. */
  readonly addenda: readonly Addendum[];
  readonly named: NamedUsers;
  readonly seal: EntrySeal;
  /** In the zone of the workspace. */
  readonly today: PlainDate;
}

export function amendmentView(
  amendment: Amendment,
  { workspaceId, entry, addenda, named, seal, today }: AmendmentShownWith,
): z.input<typeof AmendmentView> {
  const request = openedRequest(amendment, seal);
  const reasons = openedReasons(amendment, seal);
  const orNobody = (userId: string | null) => (userId === null ? null : named(userId));
  const statement = (addendumId: string | null) => {
    const addendum = addenda.find(({ id }) => id === addendumId);
    if (addendum === undefined) return null;
    const text = openedAddendum(addendum, seal)?.document.content ?? null;
    return { text, by: named(addendum.authorUserId), at: addendum.createdAt, addendumId: addendum.id };
  };
  return {
    id: amendment.id,
    workspaceId,
    artifactId: amendment.entryId,
    caseId: entry.caseId,
    versionNumber: amendment.versionNumber,
    requestedByKind: amendment.requestedByKind,
    requestedBy: orNobody(amendment.requestedByUserId),
    requesterName: request?.requesterName ?? null,
    reason: request?.reason ?? null,
    requestedChange: request?.requestedChange ?? null,
    status: amendment.status,
    dueOn: amendment.dueOn,
    overdue: isLate(amendment, today),
    extendedOnce: amendment.extendedOnce,
    decidedBy: orNobody(amendment.decidedByUserId),
    decidedAt: amendment.decidedAt,
    decisionReason: reasons?.reason ?? null,
    singlePerson: amendment.singlePerson,
    singlePersonReason: reasons?.singlePersonReason ?? null,
    denialBasis: amendment.denialBasis,
    openedVersion: amendment.openedVersion,
    disagreement: statement(amendment.disagreementAddendumId),
    rebuttal: statement(amendment.rebuttalAddendumId),
    notifyPriorRecipients: amendment.notifyPriorRecipients,
    effectiveLabels: [...labelsOf(entry.effectiveMask)],
    createdAt: amendment.createdAt,
    createdBy: orNobody(amendment.requestedByUserId),
    updatedAt: amendment.updatedAt,
    updatedBy: orNobody(amendment.updatedByUserId),
    version: amendment.version,
  };
}

/** The people whom a request names. */
export const peopleOf = ({
  requestedByUserId,
  decidedByUserId,
  updatedByUserId,
}: Amendment): readonly string[] =>
  [requestedByUserId, decidedByUserId, updatedByUserId].filter((each) => each !== null);
