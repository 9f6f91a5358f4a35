import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { jobStatuses } from './job.ts';

export const JobView = z
  .object({
    id: shown.id().describe('The deduplication key of its effects, at every attempt and replay.'),
    workspaceId: z
      .string()
      .nullable()
      .describe('The workspace that it belongs to; null for work of the whole installation.'),
    queue: z.string().describe('The queue of the work.'),
    topic: z.string().describe('What the work is, such as meetings.mail_invitation.'),
    context: z.string().describe('The part of the product that created it.'),
    aggregateType: z
      .string()
      .nullable()
      .describe('The kind of thing that the job is about; null without one.'),
    aggregateId: z.string().nullable().describe('The id of what the work is about; null without one.'),
    status: z.enum(jobStatuses).describe('Where the work is in its life.'),
    attempts: z.int().describe('How often it was tried.'),
    maxAttempts: z.int().describe('How often it is tried before it is given up.'),
    availableAt: shown.instant().describe('When it may run next.'),
    leaseExpiresAt: shown.instant().nullable().describe('Until when a worker holds it; null if none does.'),
    orderingKey: z
      .string()
      .nullable()
      .describe('Work with the same key is done one after the other; null without one.'),
    lastErrorCode: z.string().nullable().describe('Why it last failed; null if it did not.'),
    lastErrorMessage: z
      .string()
      .nullable()
      .describe('The message of the last error, without addresses and secrets; null if it did not fail.'),
    startedAt: shown.instant().nullable().describe('When it was last started; null if never.'),
    finishedAt: shown.instant().nullable().describe('When it was done; null until then.'),
    deadAt: shown.instant().nullable().describe('When it was given up; null if it was not.'),
    replayCount: z.int().describe('How often somebody had it done again.'),
    acknowledgedByUserId: z.string().nullable().describe('Who acknowledged it; null if nobody did.'),
    acknowledgedAt: shown.instant().nullable().describe('When it was acknowledged; null if it was not.'),
    acknowledgementReason: z.string().nullable().describe('Why it was acknowledged; null without a reason.'),
    correlationId: z.string().describe('The correlation id of the request that it comes from.'),
    createdAt: shown.createdAt(),
  })
  .meta({ id: 'Job', description: 'A piece of work in the background.' });
