import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { jobStatuses } from './job.ts';

export const JobView = z
  .object({
    id: shown.id().describe('The deduplication key of its effects, at every attempt and replay.'),
    workspaceId: z.string().nullable(),
    queue: z.string(),
    topic: z.string(),
    context: z.string().describe('The part of the product that created it.'),
    aggregateType: z.string().nullable().describe('The kind of thing that the job is about.'),
    aggregateId: z.string().nullable(),
    status: z.enum(jobStatuses),
    attempts: z.int(),
    maxAttempts: z.int(),
    availableAt: shown.instant().describe('When it may run next.'),
    leaseExpiresAt: shown.instant().nullable(),
    orderingKey: z.string().nullable(),
    lastErrorCode: z.string().nullable(),
    lastErrorMessage: z
      .string()
      .nullable()
      .describe('The message of the last error, without addresses and secrets.'),
    startedAt: shown.instant().nullable(),
    finishedAt: shown.instant().nullable(),
    deadAt: shown.instant().nullable(),
    replayCount: z.int(),
    acknowledgedByUserId: z.string().nullable(),
    acknowledgedAt: shown.instant().nullable(),
    acknowledgementReason: z.string().nullable(),
    correlationId: z.string(),
    createdAt: shown.instant(),
  })
  .meta({ id: 'Job' });
