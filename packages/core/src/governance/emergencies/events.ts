import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id, userId } from '../../kernel/shapes.ts';
import { type AccessScope, emergencyReasons, recordWebhook } from '../../records/index.ts';
import { factsOfScope, scopeFacts } from '../access/scope-facts.ts';
import { type Emergency, reviewDecisions } from './emergency.ts';

const about = { sessionId: id(), userId: z.string(), ...scopeFacts };
type AboutEmergency = z.output<z.ZodObject<typeof about>>;

/** What every event about an emergency says of it. */
export const aboutEmergency = (
  emergency: Emergency,
  reached: Pick<AccessScope, 'effectiveMask'>,
): AboutEmergency => ({
  ...{ sessionId: emergency.id, userId: emergency.userId },
  ...factsOfScope(emergency, reached),
});

const ofEmergency = {
  target: ({ sessionId, version }: AboutEmergency) => ({ kind: 'break_glass', id: sessionId, version }),
  refs: ({ caseId, subjectId }: AboutEmergency) => ({ caseId, subjectId }),
  labels: (data: AboutEmergency) => data.labels,
};
const leaving = { webhook: recordWebhook(ofEmergency.target) };

export const breakGlassStarted = event(
  'break_glass.started',
  z.strictObject({ ...about, reasonCode: z.enum(emergencyReasons), minutes: z.int(), reason: z.string() }),
  {
    ...ofEmergency,
    access: ({ sessionId }) => ({ basis: 'break_glass', grantId: sessionId }),
    purposeOfUse: () => 'emergency',
    facts: ({ reasonCode, minutes, scopeKind, scopeId }) => ({ reasonCode, minutes, scopeKind, scopeId }),
    detail: ({ reason }) => ({ reason }),
  },
  leaving,
);
export const breakGlassEnded = event(
  'break_glass.ended',
  z.strictObject({ ...about, reason: z.string().nullable() }),
  {
    ...ofEmergency,
    facts: ({ userId }) => ({ userId }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
);
export const breakGlassExpired = event('break_glass.expired', z.strictObject(about), {
  ...ofEmergency,
  facts: ({ userId }) => ({ userId }),
});
export const breakGlassReviewed = event(
  'break_glass.reviewed',
  z.strictObject({
    ...about,
    decision: z.enum(reviewDecisions),
    singlePerson: z.boolean(),
    singlePersonReason: z.string().nullable(),
    notes: z.string(),
    followUp: z.string().nullable(),
  }),
  {
    ...ofEmergency,
    facts: ({ userId, decision, singlePerson }) => ({ userId, decision, singlePerson }),
    detail: ({ notes, followUp, singlePersonReason }) => ({ notes, followUp, singlePersonReason }),
  },
  leaving,
);
export const breakGlassReviewOverdue = event('break_glass.review_overdue', z.strictObject(about), {
  ...ofEmergency,
  facts: ({ userId }) => ({ userId }),
});

/** Somebody looked somebody up in an emergency, and nothing was found that the reason opens (GOV-18). */
export const breakGlassLookupFailed = event(
  'break_glass.lookup_failed',
  z.strictObject({ userId: z.string(), reasonCode: z.enum(emergencyReasons), failedToday: z.int() }),
  {
    target: ({ userId }) => ({ kind: 'member', id: userId }),
    facts: ({ reasonCode, failedToday }) => ({ reasonCode, failedToday }),
    outcome: 'denied',
  },
);

export const emergencyOccasions = ['started', 'reviewed', 'needs_follow_up', 'overdue'] as const;
export type EmergencyOccasion = (typeof emergencyOccasions)[number];

/** One person is to hear of an emergency. */
export const breakGlassNoticeDue = event(
  'break_glass.notice_due',
  z.strictObject({ sessionId: id(), toUserId: userId(), occasion: z.enum(emergencyOccasions) }),
  null,
);
/** One person is to hear that somebody looks for people whom they do not find. */
export const lookupsNoticeDue = event(
  'break_glass.lookups_notice_due',
  z.strictObject({ userId: userId(), toUserId: userId(), on: z.iso.datetime() }),
  null,
);
