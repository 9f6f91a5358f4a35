import { z } from 'zod';
import { scopes } from '../kernel/access.ts';
import { shown } from '../kernel/shapes.ts';
import type { Instant } from '../kernel/time.ts';
import { statusOf } from './api-key.ts';
import type { ListedApiKey } from './ports.ts';

export const ApiKeyView = z
  .object({
    id: shown.ownId(),
    name: z.string().describe('The name by which people know the key.'),
    keyPrefix: z.string().describe('The first characters of the current secret, by which you recognize it.'),
    scopes: z.array(z.enum(scopes)).describe('What the key may do.'),
    status: z.enum(['active', 'expired', 'revoked']).describe('Whether it works.'),
    actsAsUserId: z.string().describe('The member in whose name meetings made with the key are organized.'),
    rateLimitPerMinute: z.int().describe('How many requests a minute the key may send.'),
    allowedIpRanges: z
      .array(z.string())
      .describe('The networks from which the key may be used; an empty list means any.'),
    expiresAt: shown.instant().nullable().describe('When it expires; null if it does not.'),
    lastUsedAt: shown.instant().nullable().describe('When it was last used; null if never.'),
    lastUsedIp: z
      .string()
      .nullable()
      .describe('The network address that it was last used from; null if never.'),
    secrets: z
      .array(
        z.object({
          keyPrefix: z.string().describe('The beginning of the secret, by which it is recognised.'),
          status: z.enum(['current', 'retiring']).describe('A retiring secret works until it expires.'),
          createdAt: shown.createdAt(),
          expiresAt: shown.instant().nullable().describe('When it expires; null if it does not.'),
          lastUsedAt: shown.instant().nullable().describe('When it was last used; null if never.'),
        }),
      )
      .describe('The secrets of the key: the current one, and one that is being replaced.'),
    createdByUserId: z.string().describe('Who made it.'),
    revokedByUserId: z.string().nullable().describe('Who revoked it; null if nobody did.'),
    revokedAt: shown.instant().nullable().describe('When it was revoked; null if it was not.'),
    revokeReason: z.string().nullable().describe('Why it was revoked; null without a reason.'),
    version: shown.version(),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
  })
  .meta({ id: 'ApiKey', description: 'An API key of a workspace, without its secret.' });

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
    id: z.string().describe('The id of the workspace.'),
    name: z.string().describe('The name of the workspace.'),
    slug: z.string().describe('The short name in addresses.'),
    status: z.string().describe('Whether the workspace can be used.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
  })
  .meta({ id: 'IntegrationWorkspace', description: 'A workspace, as integrations see it.' });

export const CredentialView = z
  .object({
    id: shown.id().describe('The id of the API key.'),
    name: z.string().describe('The name by which people know the key.'),
    keyPrefix: z.string().describe('The prefix of the secret that was presented.'),
    scopes: z.array(z.enum(scopes)).describe('What the key may do.'),
  })
  .meta({ id: 'Credential', description: 'An API key as it sees itself.' });
