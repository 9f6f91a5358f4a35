import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import {
  changedBy,
  emergencyReasons,
  labels,
  labelsOf,
  type NamedUsers,
  nobodyOr,
  reauthMethods,
  UserRef,
} from '../../records/index.ts';
import { AccessScopeView } from '../temporary/views.ts';
import { type Emergency, emergencyStates, emergencyStatusAt, reviewDecisions } from './emergency.ts';
import type { EmergencyAccess } from './ports.ts';

const ReviewView = z
  .object({
    decision: z.enum(reviewDecisions).describe('What was decided.'),
    reviewer: UserRef.describe('Who decided it.'),
    notes: z.string().describe('What the reviewer says of it.'),
    followUp: z.string().nullable().describe('What is still to be done; null for nothing.'),
    reviewedAt: shown.instant().describe('When it was decided.'),
    singlePerson: z
      .boolean()
      .describe('Whether they decided it of themselves, because nobody else was there.'),
  })
  .meta({ id: 'BreakGlassReview', description: 'What somebody else found of emergency access.' });

export const BreakGlassView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    user: UserRef.describe('Who took it.'),
    scope: AccessScopeView.describe('What it reaches.'),
    reasonCode: z.enum(emergencyReasons).describe('The kind of emergency.'),
    reason: z.string().describe('What the person said about it.'),
    purposeOfUse: z.literal('emergency').describe('The purpose for which it opens.'),
    openedLabels: z.array(z.enum(labels)).describe('The labels that it opens.'),
    status: z
      .enum(emergencyStates.states)
      .describe('Whether it opens at this moment, and what was found of it.'),
    startedAt: shown.instant().describe('When it was taken.'),
    expiresAt: shown.instant().describe('Until when it opens.'),
    endedAt: shown.instant().nullable().describe('When it was ended before; null if it was not.'),
    reauthMethod: z.enum(reauthMethods).describe('By what the person proved that it is they.'),
    notified: z
      .array(
        z.object({
          userId: z.string().describe('Who was told.'),
          at: shown.instant().describe('When they were told.'),
          channel: z.enum(['mail']).describe('How they were told.'),
        }),
      )
      .describe('Who was told when it began.'),
    accessCount: z.int().describe('How many lines of the ledger were written under it.'),
    accesses: z
      .array(
        z.object({
          seq: z.int().describe('The number of the line in the ledger.'),
          at: shown.instant().describe('When it was.'),
          action: z.string().describe('What was done.'),
          target: z
            .object({
              kind: z.string().describe('What kind of thing it is.'),
              id: z.string().describe('The id of the thing.'),
            })
            .describe('To what it was done.'),
        }),
      )
      .nullable()
      .describe('The newest 500 of these lines, the newest first; null in lists.'),
    reviewDueAt: shown.instant().describe('By when somebody else has to review it.'),
    review: ReviewView.nullable().describe('What was found of it; null until then.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who took it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: changedBy(),
    version: shown.version(),
  })
  .meta({ id: 'BreakGlassSession', description: 'Access that somebody took in an emergency.' });

interface ShownWith {
  readonly workspaceId: string;
  readonly now: Instant;
  readonly named: NamedUsers;
  readonly accessCount: number;
  readonly accesses: readonly EmergencyAccess[] | null;
}
type ReauthMethod = (typeof reauthMethods)[number];
const isMethod = (method: string): method is ReauthMethod =>
  (reauthMethods as readonly string[]).includes(method);

export const breakGlassView = (
  emergency: Emergency,
  { workspaceId, now, named, accessCount, accesses }: ShownWith,
): z.input<typeof BreakGlassView> => {
  const { review, reauthMethod } = emergency;
  return {
    id: emergency.id,
    workspaceId,
    user: named(emergency.userId),
    scope: { ...emergency.scope },
    reasonCode: emergency.reasonCode,
    reason: emergency.reason,
    purposeOfUse: 'emergency',
    openedLabels: [...labelsOf(emergency.openedMask)],
    status: emergencyStatusAt(emergency, now),
    startedAt: emergency.startedAt,
    expiresAt: emergency.expiresAt,
    endedAt: emergency.endedAt,
    reauthMethod: isMethod(reauthMethod) ? reauthMethod : 'password',
    notified: emergency.notified.map((each) => ({ ...each })),
    accessCount,
    accesses: accesses === null ? null : accesses.map((each) => ({ ...each, target: { ...each.target } })),
    reviewDueAt: emergency.reviewDueAt,
    review: review === null ? null : shownReview(review, named),
    createdAt: emergency.startedAt,
    createdBy: named(emergency.userId),
    updatedAt: emergency.updatedAt,
    updatedBy: nobodyOr(emergency.updatedByUserId, named),
    version: emergency.version,
  };
};

const shownReview = (
  { reviewerUserId, ...review }: NonNullable<Emergency['review']>,
  named: NamedUsers,
): z.input<typeof ReviewView> => ({ ...review, reviewer: named(reviewerUserId) });
