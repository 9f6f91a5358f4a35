import { z } from 'zod';
import { scopes } from '../kernel/access.ts';
import { shown } from '../kernel/shapes.ts';
import type { Instant } from '../kernel/time.ts';
import { statusOf } from './api-key.ts';
import type { ListedApiKey } from './ports.ts';

export const ApiKeyView = z
  .object({
    id: shown.id(),
    name: z.string(),
    keyPrefix: z.string().describe('The first characters of the current secret, by which you recognize it.'),
    scopes: z.array(z.enum(scopes)),
    status: z.enum(['active', 'expired', 'revoked']),
    actsAsUserId: z.string().describe('The member in whose name meetings made with the key are organized.'),
    rateLimitPerMinute: z.int(),
    allowedIpRanges: z
      .array(z.string())
      .describe('The networks from which the key may be used; an empty list means any.'),
    expiresAt: shown.instant().nullable(),
    lastUsedAt: shown.instant().nullable(),
    lastUsedIp: z.string().nullable(),
    secrets: z.array(
      z.object({
        keyPrefix: z.string(),
        status: z.enum(['current', 'retiring']),
        createdAt: shown.instant(),
        expiresAt: shown.instant().nullable(),
        lastUsedAt: shown.instant().nullable(),
      }),
    ),
    createdByUserId: z.string(),
    revokedByUserId: z.string().nullable(),
    revokedAt: shown.instant().nullable(),
    revokeReason: z.string().nullable(),
    version: z.int(),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
  })
  .meta({ id: 'ApiKey' });

/** Secrets whose time is over are not shown; a revoked key has none left. */
export const apiKeyView = (key: ListedApiKey, now: Instant) => ({
  ...key,
  scopes: [...key.scopes],
  allowedIpRanges: [...key.allowedIpRanges],
  status: statusOf(key, now),
  secrets:
    key.revokedAt === null
      ? key.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      : [],
});

/** The integration projection of a workspace (platform 2.3). */
export const IntegrationWorkspaceView = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    status: z.string(),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
  })
  .meta({ id: 'IntegrationWorkspace' });

export const CredentialView = z
  .object({
    id: shown.id(),
    name: z.string(),
    keyPrefix: z.string().describe('The prefix of the secret that was presented.'),
    scopes: z.array(z.enum(scopes)),
  })
  .meta({ id: 'Credential' });
