import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';

export const DependencyHealthView = z
  .object({
    name: z.string().describe('The name of what is needed.'),
    required: z.boolean().describe('Whether nothing can be served without it.'),
    status: z.enum(['ok', 'degraded', 'unavailable', 'not_configured']).describe('How it is.'),
    latencyMs: z.number().nullable().describe('How long the check took; null if nothing was checked.'),
    checkedAt: shown.instant().describe('When it was checked.'),
    since: shown.instant().nullable().describe('When the current state began; null before the first check.'),
    detail: z
      .string()
      .nullable()
      .describe('A short code, such as migrations_pending; null if there is nothing to say.'),
  })
  .meta({ id: 'DependencyHealth', description: 'How one thing is that the service needs.' });
export type DependencyHealth = z.output<typeof DependencyHealthView>;

export const HealthResponseView = z
  .object({
    status: z.enum(['ok', 'degraded', 'unavailable', 'draining']).describe('How the service is as a whole.'),
    version: z
      .string()
      .nullable()
      .describe('The version that runs; null unless the operator chose to show it.'),
    startedAt: shown.instant().describe('When the process started.'),
    uptimeSeconds: z.number().describe('For how many seconds the process has been running.'),
    checkedAt: shown.instant().describe('When it was checked.'),
    dependencies: z.array(DependencyHealthView).describe('What the service needs, and how each of it is.'),
  })
  .meta({ id: 'HealthResponse', description: 'How the service is.' });
export type HealthResponse = z.output<typeof HealthResponseView>;

export const LivenessResponseView = z
  .object({
    status: z.literal('ok').describe('Always ok: the process answers.'),
    uptimeSeconds: z.number().describe('For how many seconds the process has been running.'),
    timestamp: shown.instant().describe('When this was answered.'),
  })
  .meta({ id: 'LivenessResponse', description: 'That the process answers.' });
export type LivenessResponse = z.output<typeof LivenessResponseView>;
