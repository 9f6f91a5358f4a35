import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';

export const DependencyHealthView = z
  .object({
    name: z.string(),
    required: z.boolean().describe('Whether nothing can be served without it.'),
    status: z.enum(['ok', 'degraded', 'unavailable', 'not_configured']),
    latencyMs: z.number().nullable().describe('How long the check took; null if nothing was checked.'),
    checkedAt: shown.instant(),
    since: shown.instant().nullable().describe('When the current state began.'),
    detail: z.string().nullable().describe('A short code, such as migrations_pending.'),
  })
  .meta({ id: 'DependencyHealth' });
export type DependencyHealth = z.output<typeof DependencyHealthView>;

export const HealthResponseView = z
  .object({
    status: z.enum(['ok', 'degraded', 'unavailable', 'draining']),
    version: z.string().nullable().describe('Null unless the operator chose to show it.'),
    startedAt: shown.instant(),
    uptimeSeconds: z.number(),
    checkedAt: shown.instant(),
    dependencies: z.array(DependencyHealthView),
  })
  .meta({ id: 'HealthResponse' });
export type HealthResponse = z.output<typeof HealthResponseView>;

export const LivenessResponseView = z
  .object({ status: z.literal('ok'), uptimeSeconds: z.number(), timestamp: shown.instant() })
  .meta({ id: 'LivenessResponse' });
export type LivenessResponse = z.output<typeof LivenessResponseView>;
