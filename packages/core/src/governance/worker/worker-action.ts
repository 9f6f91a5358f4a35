import { z } from 'zod';
import { id, shown } from '../../kernel/shapes.ts';
import { type NamedUsers, UserRef } from '../../records/index.ts';
import { type Job, jobStatuses } from '../../workspace/index.ts';

/** Whose jobs these rows show, and no others (GOV-44). */
export const actionContexts = ['records', 'governance'] as const;

export const actionId = () => id().describe('The id of the job.');

export const WorkerActionView = z
  .object({
    id: shown.ownId(),
    kind: z.string().describe('What the job does, such as governance.mail_consent.'),
    status: z
      .enum(jobStatuses)
      .describe('Where it is in its life; dead waits for a person, retrying for its next attempt.'),
    attempts: z.int().describe('How often it was tried.'),
    maxAttempts: z.int().describe('How often it is tried before it is given up.'),
    nextAttemptAt: shown.instant().nullable().describe('When it is tried next; null if it is not.'),
    lastError: z
      .object({
        code: z.string().describe('What went wrong.'),
        message: z.string().nullable().describe('More about it, without content; null for nothing.'),
      })
      .nullable()
      .describe('Why it last failed; null if it did not.'),
    resource: z
      .object({
        kind: z.string().describe('The kind of thing that it is about.'),
        id: z.string().describe('The id of the thing.'),
      })
      .nullable()
      .describe('What it is about; null for nothing in particular.'),
    messageId: shown
      .id()
      .describe('The same at every attempt and replay, so that receivers recognize a repeat.'),
    deadAt: shown.instant().nullable().describe('When it was given up; null if it was not.'),
    acknowledgedBy: UserRef.nullable().describe('Who put it aside; null if nobody did.'),
    acknowledgedAt: shown.instant().nullable().describe('When it was put aside; null if it was not.'),
    note: z.string().nullable().describe('What was said when it was put aside; null for nothing.'),
    replayCount: z.int().describe('How often somebody had it done again.'),
  })
  .meta({ id: 'RecordWorkerAction', description: 'A piece of background work about records.' });

export const workerActionView = (job: Job, named: NamedUsers): z.input<typeof WorkerActionView> => ({
  id: job.id,
  kind: job.topic,
  status: job.status,
  attempts: job.attempts,
  maxAttempts: job.maxAttempts,
  nextAttemptAt: job.status === 'pending' || job.status === 'retrying' ? job.availableAt : null,
  lastError: job.lastErrorCode === null ? null : { code: job.lastErrorCode, message: job.lastErrorMessage },
  resource:
    job.aggregateType === null || job.aggregateId === null
      ? null
      : { kind: job.aggregateType, id: job.aggregateId },
  messageId: job.id,
  deadAt: job.deadAt,
  acknowledgedBy: job.acknowledgedByUserId === null ? null : named(job.acknowledgedByUserId),
  acknowledgedAt: job.acknowledgedAt,
  note: job.acknowledgementReason,
  replayCount: job.replayCount,
});
