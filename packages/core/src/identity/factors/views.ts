import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { Factor } from './factor.ts';

export const FactorView = z
  .object({
    id: shown.id(),
    kind: z.enum(['totp', 'passkey']),
    name: z.string(),
    status: z.enum(['pending', 'active']),
    confirmedAt: shown.instant().nullable(),
    lastUsedAt: shown.instant().nullable(),
    backedUp: z
      .boolean()
      .nullable()
      .describe('For a passkey: true if its platform keeps it on more than one device.'),
  })
  .meta({ id: 'Factor' });

export const FactorResetView = z
  .object({
    userId: z.string(),
    requestedByUserId: z.string(),
    reason: z.string(),
    status: z.enum(['pending', 'done', 'cancelled']),
    requestedAt: shown.instant(),
    effectiveAt: shown.instant(),
    cancelledAt: shown.instant().nullable(),
    cancelledByUserId: z.string().nullable(),
  })
  .meta({ id: 'FactorReset' });

const webAuthnOptions = (form: string) =>
  z.record(z.string(), z.unknown()).describe(`The ${form} of WebAuthn, as the browser expects it.`);

export const CreationOptions = z.object({
  ceremonyId: shown.id(),
  options: webAuthnOptions('PublicKeyCredentialCreationOptionsJSON'),
  expiresAt: shown.instant(),
});
export const RequestOptions = z.object({
  ceremonyId: shown.id(),
  options: webAuthnOptions('PublicKeyCredentialRequestOptionsJSON'),
  expiresAt: shown.instant(),
});

export const SecondFactorChallengeView = z
  .object({
    tokenType: z.literal('Challenge'),
    challengeToken: z
      .string()
      .describe('Send it with the second factor; it works once, until challengeExpiresAt.'),
    challengeExpiresAt: shown.instant(),
    methods: z
      .array(z.enum(['totp', 'passkey', 'recovery_code']))
      .describe('The methods that meet the challenge.'),
    passkey: z
      .object({
        ceremonyId: shown.id(),
        options: webAuthnOptions('PublicKeyCredentialRequestOptionsJSON'),
      })
      .nullable(),
  })
  .meta({ id: 'SecondFactorChallenge' });

export const recoveryCodesShown = () =>
  z
    .array(z.string())
    .describe('The recovery codes are shown only in this answer; each stands in for a factor once.');

export const factorView = ({ id, kind, name, status, confirmedAt, lastUsedAt, backedUp }: Factor) => ({
  id,
  kind,
  name,
  status,
  confirmedAt,
  lastUsedAt,
  backedUp,
});
