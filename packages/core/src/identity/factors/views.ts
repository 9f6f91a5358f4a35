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
    backedUp: z.boolean().nullable().describe('Of a passkey: kept by its platform, on more than one device.'),
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
  z.record(z.string(), z.unknown()).describe(`${form} of WebAuthn, as the browser takes it.`);

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
      .describe('Send it with the second factor; it is good once, until challengeExpiresAt.'),
    challengeExpiresAt: shown.instant(),
    methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])).describe('What meets the challenge.'),
    passkey: z
      .object({
        ceremonyId: shown.id(),
        options: webAuthnOptions('PublicKeyCredentialRequestOptionsJSON'),
      })
      .nullable(),
  })
  .meta({ id: 'SecondFactorChallenge' });

export const recoveryCodesShown = () =>
  z.array(z.string()).describe('Shown this once; each stands in for a factor once.');

export const factorView = ({ id, kind, name, status, confirmedAt, lastUsedAt, backedUp }: Factor) => ({
  id,
  kind,
  name,
  status,
  confirmedAt,
  lastUsedAt,
  backedUp,
});
