import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { PlainDate } from '../../kernel/time.ts';
import { type NamedUsers, nobodyOr, UserRef } from '../../records/index.ts';
import { type RecordHold, recordHoldStates } from './hold.ts';
import {
  assignmentTargets,
  type RetentionAssignment,
  type RetentionPolicy,
  retentionPolicyStates,
} from './policy.ts';
import type { HoldExtent, ListedClock } from './ports.ts';
import type { ChangedClock } from './recompute.ts';
import { retentionActions, retentionTriggers } from './retention-clock.ts';
import { clockStates, type StoredClock, stateOn } from './stored-clock.ts';

export const RetentionPolicyView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    code: z.string().describe('The code that certificates name; it is given once.'),
    name: z.string().describe('What people call the policy.'),
    jurisdiction: z.string().nullable().describe('Whose law asks for it; null if that does not matter.'),
    legalBasis: z.string().describe('Why records are kept so long.'),
    trigger: z.enum(retentionTriggers).describe('From which day on the period is counted.'),
    fixedDate: shown.date().nullable().describe('That day, for fixed_date; else null.'),
    period: z
      .string()
      .nullable()
      .describe('How long, as an ISO 8601 duration such as P10Y; null where everything is kept for ever.'),
    minor: z
      .object({
        majorityAge: z.int().describe('From which age on a person is of age.'),
        untilAge: z.int().describe('Until which age the records of somebody younger are kept at least.'),
      })
      .nullable()
      .describe('What holds for people who were not of age; null if nothing else does.'),
    action: z.enum(retentionActions).describe('What follows at the end.'),
    includeSubject: z.boolean().describe('Whether a subject is cleared with its last case.'),
    status: z.enum(retentionPolicyStates.states).describe('Where it stands.'),
    effectiveFrom: shown.date().nullable().describe('Since when it holds; null for a draft.'),
    supersedesPolicyId: z.uuid().nullable().describe('Which policy it took the place of; null for none.'),
    assignments: z.int().describe('How many active assignments it has.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who created it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: UserRef.describe('Who changed it last.'),
    version: shown.version(),
  })
  .meta({ id: 'RetentionPolicy', description: 'How long cases are kept, from when on, and what follows.' });

export const RetentionAssignmentView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    policyId: z.uuid().describe('The id of the policy.'),
    target: z
      .object({
        kind: z.enum(assignmentTargets).describe('For what it holds.'),
        id: z.uuid().nullable().describe('The id of the case; null for anything else.'),
        code: z.string().nullable().describe('The type of case; null for anything else.'),
      })
      .describe('What the policy was assigned to.'),
    reason: z.string().describe('Why.'),
    status: z.enum(['active', 'superseded']).describe('Whether it holds, or another took its place.'),
    assignedBy: UserRef.describe('Who assigned it.'),
    assignedAt: shown.instant().describe('When.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who assigned it.'),
  })
  .meta({ id: 'RetentionAssignment', description: 'What a retention policy holds for.' });

export const RetentionClockView = z
  .object({
    caseId: z.uuid().describe('The id of the case.'),
    policyId: z.uuid().describe('The policy that holds for it.'),
    assignmentId: z.uuid().describe('The assignment by which it holds.'),
    state: z.enum(clockStates).describe('Whether the time runs, is over, or never ends.'),
    triggerDate: shown.date().nullable().describe('From which day on is counted; null if nothing is.'),
    dueOn: shown
      .date()
      .nullable()
      .describe('The first day on which the case may be disposed of; null for none.'),
    onHold: z.boolean().describe('Whether a legal hold covers the case.'),
    computedAt: shown.instant().describe('When this was computed.'),
  })
  .meta({ id: 'RetentionClock', description: 'The day that a retention policy gives one case.' });

const ClockDates = z
  .object({
    policyId: z.uuid().describe('The policy that holds.'),
    state: z.enum(clockStates).describe('Whether the time runs, is over, or never ends.'),
    triggerDate: shown.date().nullable().describe('From which day on is counted; null where no clock runs.'),
    dueOn: shown
      .date()
      .nullable()
      .describe('The first day on which the case may be disposed of; null where no clock runs.'),
  })
  .meta({ id: 'RetentionDates', description: 'What a clock says of a case.' });
export const ChangedClockView = z
  .object({
    caseId: z.uuid().describe('The id of the case.'),
    caseNumber: z.string().describe('Its number for people.'),
    before: ClockDates.nullable().describe('What holds before; null if no policy does.'),
    after: ClockDates.nullable().describe('What holds after; null if no policy does.'),
  })
  .meta({ id: 'ChangedRetentionClock', description: 'How the clock of a case changes.' });

export const RecordHoldView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    holdNumber: z.string().describe('The number for people, given once.'),
    name: z.string().describe('What people call the hold.'),
    matterReference: z.string().nullable().describe('The reference of the matter; null for none.'),
    reason: z.string().describe('Why it was placed.'),
    scope: z
      .object({
        subjectIds: z.array(z.uuid()).describe('The subjects whose cases it covers, also later ones.'),
        caseIds: z.array(z.uuid()).describe('The cases that it covers.'),
        entireWorkspace: z.boolean().describe('Whether it covers everything.'),
      })
      .describe('What it covers.'),
    custodians: z.array(UserRef).describe('Who was told to keep what they have.'),
    status: z.enum(recordHoldStates.states).describe('Whether it holds.'),
    placedAt: shown.instant().describe('When it was placed.'),
    placedBy: UserRef.describe('Who placed it.'),
    releasedAt: shown.instant().nullable().describe('When it was released; null if it holds.'),
    releasedBy: UserRef.nullable().describe('Who released it; null if it holds.'),
    releaseReason: z.string().nullable().describe('Why it was released; null if it holds.'),
    affectedCases: z.int().describe('How many cases it covers at this moment; none once it was released.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who placed it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: UserRef.describe('Who changed it last.'),
    version: shown.version(),
  })
  .meta({ id: 'RecordHold', description: 'Suspends every disposition of what it covers.' });

interface Named {
  readonly workspaceId: string;
  readonly named: NamedUsers;
}

export const retentionPolicyView = (
  { majorityAge, untilAge, createdByUserId, updatedByUserId, ...policy }: RetentionPolicy,
  assignments: number,
  { workspaceId, named }: Named,
): z.input<typeof RetentionPolicyView> => ({
  ...policy,
  workspaceId,
  minor: majorityAge === null || untilAge === null ? null : { majorityAge, untilAge },
  assignments,
  createdBy: named(createdByUserId),
  updatedBy: named(updatedByUserId),
});

export const retentionAssignmentView = (
  { targetKind, targetCaseId, targetCode, assignedByUserId, ...assignment }: RetentionAssignment,
  { workspaceId, named }: Named,
): z.input<typeof RetentionAssignmentView> => ({
  ...assignment,
  workspaceId,
  target: { kind: targetKind, id: targetCaseId, code: targetCode },
  assignedBy: named(assignedByUserId),
  createdAt: assignment.assignedAt,
  createdBy: named(assignedByUserId),
});

export const retentionClockView = (
  clock: ListedClock,
  today: PlainDate,
): z.input<typeof RetentionClockView> => ({
  ...{ caseId: clock.caseId, policyId: clock.policyId, assignmentId: clock.assignmentId },
  state: stateOn(clock, today),
  ...{ triggerDate: clock.triggerDate, dueOn: clock.dueOn },
  ...{ onHold: clock.onHold, computedAt: clock.computedAt },
});

const clockDates = (clock: StoredClock | null): z.input<typeof ClockDates> | null =>
  clock && {
    ...{ policyId: clock.policyId, state: clock.state },
    ...{ triggerDate: clock.triggerDate, dueOn: clock.dueOn },
  };
export const changedClockView = ({
  caseId,
  caseNumber,
  before,
  after,
}: ChangedClock): z.input<typeof ChangedClockView> => ({
  ...{ caseId, caseNumber },
  before: clockDates(before),
  after: clockDates(after),
});

export const noExtent: HoldExtent = { subjectIds: [], caseIds: [], custodianUserIds: [], affectedCases: 0 };

export const recordHoldView = (
  { entireWorkspace, placedByUserId, releasedByUserId, ...hold }: RecordHold,
  { subjectIds, caseIds, custodianUserIds, affectedCases }: HoldExtent,
  { workspaceId, named }: Named,
): z.input<typeof RecordHoldView> => ({
  ...hold,
  workspaceId,
  scope: { subjectIds: [...subjectIds], caseIds: [...caseIds], entireWorkspace },
  custodians: custodianUserIds.map(named),
  placedBy: named(placedByUserId),
  releasedBy: nobodyOr(releasedByUserId, named),
  affectedCases,
  // It is placed, and then released.
  createdAt: hold.placedAt,
  createdBy: named(placedByUserId),
  updatedAt: hold.releasedAt ?? hold.placedAt,
  updatedBy: named(releasedByUserId ?? placedByUserId),
});
