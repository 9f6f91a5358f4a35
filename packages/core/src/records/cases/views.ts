import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { caseRoles } from '../access/decision.ts';
import { confidentialities, labels, labelsOf, statedLabels } from '../access/labels.ts';
import { EncounterView } from '../encounters/views.ts';
import { EntrySummaryView } from '../entries/views.ts';
import { FollowUpView } from '../follow-ups/views.ts';
import { type NamedUsers, UserRef } from '../subjects/user-refs.ts';
import {
  type CaseMember,
  casePriorities,
  caseStates,
  caseSubjectRoles,
  caseVisibilities,
  type RecordCase,
} from './case.ts';
import { CaseContentsView, CoveringHoldView, KeptCaseView } from './case-figures.ts';
import type { KeptCase } from './case-retention.ts';
import type { CaseContents, LinkedSubject } from './ports.ts';
import { CaseTransferView } from './transfers/views.ts';

export const CaseSubjectView = z
  .object({
    id: shown.ownId(),
    subjectId: z.uuid().nullable().describe('The id of the subject; null if you do not see it.'),
    displayName: z.string().nullable().describe('Its name; null if you do not see it.'),
    role: z.enum(caseSubjectRoles).describe('What it is to the case.'),
    relationship: z.string().nullable().describe('The same in words; null for none.'),
    startsOn: shown.date().nullable().describe('Since when; null if it does not matter.'),
    endsOn: shown.date().nullable().describe('The last day of it; null if it has not ended.'),
    redacted: z.boolean().describe('Whether you do not see who it is.'),
  })
  .meta({ id: 'CaseSubject', description: 'Whom a case is about, or who else has to do with it.' });

export const CaseMemberView = z
  .object({
    id: shown.ownId(),
    userId: z.string().describe('The id of the person.'),
    displayName: z.string().describe('The name of the person; Former member if they have left.'),
    role: z.enum(caseRoles).describe('What they do on the case.'),
    addedAt: shown.instant().describe('When they came to the case.'),
    addedBy: UserRef.describe('Who added them.'),
    endsAt: shown.instant().nullable().describe('When they leave by themselves; null for never.'),
    endedAt: shown.instant().nullable().describe('When they left; null if they are on the case.'),
  })
  .meta({ id: 'CaseMember', description: 'Somebody who works on a case, or did.' });

export const CaseView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    caseNumber: z.string().describe('The number for people, given once.'),
    title: z.string().describe('What people call the case.'),
    caseType: z.string().describe('The kind of case, a word of your trade.'),
    description: z.string().nullable().describe('What it is about; null for nothing.'),
    status: z.enum(caseStates.states).describe('Where it stands.'),
    priority: z.enum(casePriorities).describe('How pressing it is.'),
    visibility: z
      .enum(caseVisibilities)
      .describe('Who sees it if it has no label: its team, or every member of the workspace.'),
    confidentiality: z
      .enum(confidentialities)
      .describe('The highest of its own labels; standard without any.'),
    additionalLabels: z.array(z.enum(labels)).describe('Its other labels, the highest first.'),
    effectiveLabels: z
      .array(z.enum(labels))
      .describe(
        'The labels that decide who reads it: its own and those of its primary subject, the highest first.',
      ),
    primarySubjectId: z.uuid().describe('The id of the subject that it is about.'),
    subjects: z.array(CaseSubjectView).describe('Who has to do with it, the primary subject first.'),
    members: z
      .array(CaseMemberView)
      .describe('Who works on it, the first one first, and behind them at most 100 of those who have left.'),
    blockedUserIds: z
      .array(z.string())
      .describe('For whom the case does not exist; shown to leads and privacy officers, else empty.'),
    openedAt: shown.instant().describe('When it was opened.'),
    closedAt: shown.instant().nullable().describe('When it was closed; null if it is not.'),
    closureOutcome: z.string().nullable().describe('How it ended; null if it has not.'),
    referralSource: z.string().nullable().describe('Where it came from; null if unknown.'),
    jurisdiction: z.string().nullable().describe('Whose law holds; null if it does not matter.'),
    externalReference: z.string().nullable().describe('Your own key of the case; null for none.'),
    tags: z.array(z.string()).describe('Words to find the case by.'),
    customFields: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('Fields of your own, by their names; each is a text, a number, true or false, or null.'),
    retention: KeptCaseView.describe('How long it is kept.'),
    counts: CaseContentsView.describe('How much there is in it, as far as you see it for the purpose.'),
    recentEncounters: z
      .array(EncounterView)
      .optional()
      .describe('The latest encounters that you see, at most 20; only of a case that you read by its id.'),
    recentEntries: z
      .array(EntrySummaryView)
      .optional()
      .describe('The newest entries that you see, at most 50; only of a case that you read by its id.'),
    openFollowUps: z
      .array(FollowUpView)
      .optional()
      .describe(
        'What is still to be done, at most 50, what is due first before the rest; only of a case that you read by its id.',
      ),
    pendingTransfer: CaseTransferView.nullable()
      .optional()
      .describe(
        'The hand-over that waits for a decision; null for none; only of a case that you read by its id.',
      ),
    activeHolds: z
      .array(CoveringHoldView)
      .optional()
      .describe(
        'The holds that are on it, for its leads, owners, admins and records managers, else empty; only of a case that you read by its id.',
      ),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who created it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: UserRef.describe('Who changed it last.'),
    version: shown.version(),
  })
  .meta({ id: 'Case', description: 'The unit of work and of custody for one primary subject.' });

export interface ShownWith {
  readonly workspaceId: string;
  readonly named: NamedUsers;
  readonly members: readonly CaseMember[];
  readonly subjects: readonly LinkedSubject[];
  /** Whether the caller may know who stands behind the wall. */
  readonly seesWall: boolean;
  readonly retention: KeptCase;
  readonly counts: CaseContents;
}

export function caseView(
  { ownMask, effectiveMask, createdByUserId, updatedByUserId, ...recordCase }: RecordCase,
  { workspaceId, named, members, subjects, seesWall, retention, counts }: ShownWith,
): z.input<typeof CaseView> {
  const { confidentiality, additionalLabels } = statedLabels(ownMask);
  return {
    ...recordCase,
    workspaceId,
    confidentiality,
    additionalLabels: [...additionalLabels],
    effectiveLabels: [...labelsOf(effectiveMask)],
    subjects: subjects.map(caseSubjectView),
    members: members.map((member) => caseMemberView(member, named)),
    blockedUserIds: seesWall ? [...recordCase.blockedUserIds] : [],
    tags: [...recordCase.tags],
    customFields: { ...recordCase.customFields },
    retention,
    counts,
    createdBy: named(createdByUserId),
    updatedBy: named(updatedByUserId),
  };
}

/** Somebody who is not seen shows no more than that they are there, and as what. */
export function caseSubjectView({
  id,
  subjectId,
  displayName,
  role,
  relationship,
  startsOn,
  endsOn,
}: LinkedSubject): z.input<typeof CaseSubjectView> {
  const redacted = displayName === null;
  return {
    ...{ id, role, displayName, redacted },
    subjectId: redacted ? null : subjectId,
    relationship: redacted ? null : relationship,
    startsOn: redacted ? null : startsOn,
    endsOn: redacted ? null : endsOn,
  };
}

export const caseMemberView = (
  { id, userId, role, addedAt, addedByUserId, endsAt, endedAt }: CaseMember,
  named: NamedUsers,
): z.input<typeof CaseMemberView> => ({
  ...{ id, ...named(userId), role, addedAt, endsAt, endedAt },
  addedBy: named(addedByUserId),
});
