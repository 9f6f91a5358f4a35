import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id, instant, userId } from '../../kernel/shapes.ts';
import { labels, labelsOf } from '../access/labels.ts';
import type { RecordCase } from '../cases/case.ts';
import type { AboutRecord } from '../events.ts';
import { recordWebhook } from '../record-webhook.ts';
import type { FollowUp } from './follow-up.ts';

const followUpAndLabels = {
  followUpId: id(),
  caseId: id(),
  subjectId: id(),
  version: z.int(),
  labels: z.array(z.enum(labels)),
};
type AboutFollowUp = z.output<z.ZodObject<typeof followUpAndLabels>>;
const targetOf = ({ followUpId, version }: AboutFollowUp) => ({ kind: 'follow_up', id: followUpId, version });
const ofFollowUp = {
  target: targetOf,
  refs: ({ caseId, subjectId }: AboutFollowUp) => ({ caseId, subjectId }),
  labels: ({ labels: effective }: AboutFollowUp) => effective,
};
type AskedAbout = Pick<FollowUp, 'id' | 'caseId' | 'subjectId' | 'version'>;
type OfCase = Pick<RecordCase, 'primarySubjectId' | 'effectiveMask'>;

/** What every event about a follow-up says of it. */
export const aboutFollowUp = (
  { id: followUpId, caseId, subjectId, version }: AskedAbout,
  { primarySubjectId, effectiveMask }: OfCase,
): AboutFollowUp => ({
  ...{ followUpId, caseId, version },
  subjectId: subjectId ?? primarySubjectId,
  labels: [...labelsOf(effectiveMask)],
});

/** What lines about records of any kind say of a follow-up. */
export const recordOfFollowUp = (followUp: AskedAbout, of: OfCase): AboutRecord => {
  const { followUpId, caseId, subjectId, labels: effective } = aboutFollowUp(followUp, of);
  return {
    record: { kind: 'follow_up', id: followUpId, subjectId, caseId, artifactId: null },
    labels: effective,
  };
};

const webhookOfFollowUp = { webhook: recordWebhook(targetOf) };

export const followUpCreated = event(
  'follow_up.created',
  z.strictObject({ ...followUpAndLabels, title: z.string() }),
  { ...ofFollowUp, detail: ({ title }) => ({ title }) },
  webhookOfFollowUp,
);
export const followUpUpdated = event(
  'follow_up.updated',
  z.strictObject({
    ...followUpAndLabels,
    before: z.record(z.string(), z.json()),
    after: z.record(z.string(), z.json()),
  }),
  { ...ofFollowUp, detail: ({ before, after }) => ({ before, after }) },
);
export const followUpCompleted = event(
  'follow_up.completed',
  z.strictObject(followUpAndLabels),
  ofFollowUp,
  webhookOfFollowUp,
);
export const followUpCancelled = event(
  'follow_up.cancelled',
  z.strictObject({ ...followUpAndLabels, reason: z.string() }),
  { ...ofFollowUp, detail: ({ reason }) => ({ reason }) },
);
export const followUpReopened = event('follow_up.reopened', z.strictObject(followUpAndLabels), ofFollowUp);

/** Somebody has something new to do. It has no ledger line, since it follows an event that has one. */
export const followUpAssigned = event(
  'follow_up.assigned',
  z.strictObject({ followUpId: id(), ownerUserId: userId(), version: z.int() }),
  null,
);
/** A reminder is handed on; that it was is stored with it. */
export const followUpReminderDue = event(
  'follow_up.reminder_due',
  z.strictObject({ followUpId: id(), minutesBefore: z.int(), dueAt: instant() }),
  null,
);
