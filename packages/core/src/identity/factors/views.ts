import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { Factor, FactorReset } from './factor.ts';

export const FactorView = z
  .object({
    id: shown.ownId(),
    kind: z.enum(['totp', 'passkey']).describe('What kind of factor it is.'),
    name: z.string().describe('The name by which you know it.'),
    status: z.enum(['pending', 'active']).describe('Whether it counts already.'),
    confirmedAt: shown.instant().nullable().describe('When it was confirmed; null until then.'),
    lastUsedAt: shown.instant().nullable().describe('When it was last used; null if never.'),
    backedUp: z
      .boolean()
      .nullable()
      .describe(
        'For a passkey: true if its platform keeps it on more than one device. Null for every other factor.',
      ),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'Factor', description: 'A second factor of an account.' });

export const FactorResetView = z
  .object({
    userId: z.string().describe('Whose factors are to be removed.'),
    requestedByUserId: z.string().describe('Who asked for it.'),
    reason: z.string().describe('Why it was asked for.'),
    status: z.enum(['pending', 'done', 'cancelled']).describe('What became of the reset.'),
    requestedAt: shown.instant().describe('When it was asked for.'),
    effectiveAt: shown.instant().describe('When the factors are removed unless somebody cancels it.'),
    cancelledAt: shown.instant().nullable().describe('When it was cancelled; null if it was not.'),
    cancelledByUserId: z.string().nullable().describe('Who cancelled it; null if nobody did.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({
    id: 'FactorReset',
    description: 'A request to remove all second factors of somebody who has lost them.',
  });

const webAuthnOptions = (form: string) =>
  z.record(z.string(), z.unknown()).describe(`The ${form} of WebAuthn, as the browser expects it.`);

export const CreationOptions = z.object({
  ceremonyId: shown.id().describe('The id of the ceremony that the browser is asked to carry out.'),
  options: webAuthnOptions('PublicKeyCredentialCreationOptionsJSON').describe(
    'What the browser is to be given.',
  ),
  expiresAt: shown.instant().describe('Until when the answer of the browser is taken.'),
});
export const RequestOptions = z.object({
  ceremonyId: shown.id().describe('The id of the ceremony that the browser is asked to carry out.'),
  options: webAuthnOptions('PublicKeyCredentialRequestOptionsJSON').describe(
    'What the browser is to be given.',
  ),
  expiresAt: shown.instant().describe('Until when the answer of the browser is taken.'),
});

export const SecondFactorChallengeView = z
  .object({
    tokenType: z.literal('Challenge').describe('Always Challenge: a second factor is asked for.'),
    challengeToken: z
      .string()
      .describe('Send it with the second factor; it works once, until challengeExpiresAt.'),
    challengeExpiresAt: shown.instant().describe('Until when the challenge can be met.'),
    methods: z
      .array(z.enum(['totp', 'passkey', 'recovery_code']))
      .describe('The methods that meet the challenge.'),
    passkey: z
      .object({
        ceremonyId: shown.id().describe('The id of the ceremony that the browser is asked to carry out.'),
        options: webAuthnOptions('PublicKeyCredentialRequestOptionsJSON').describe(
          'What the browser is to be given.',
        ),
      })
      .nullable()
      .describe('What the browser needs for a passkey; null if the account has none.'),
  })
  .meta({ id: 'SecondFactorChallenge', description: 'What to prove before you are signed in.' });

export const recoveryCodesShown = () =>
  z
    .array(z.string())
    .describe('The recovery codes are shown only in this answer; each stands in for a factor once.');

export const factorView = (factor: Factor): z.input<typeof FactorView> => ({
  id: factor.id,
  kind: factor.kind,
  name: factor.name,
  status: factor.status,
  confirmedAt: factor.confirmedAt,
  lastUsedAt: factor.lastUsedAt,
  backedUp: factor.backedUp,
  createdAt: factor.createdAt,
  updatedAt: factor.updatedAt,
  version: factor.version,
});

/** It changes once, when it ends; it is shown while it waits, and when somebody has cancelled it. */
export const factorResetView = (reset: FactorReset): z.input<typeof FactorResetView> => ({
  ...reset,
  createdAt: reset.requestedAt,
  updatedAt: reset.cancelledAt ?? reset.requestedAt,
  version: versionOfReset(reset),
});

export const versionOfReset = ({ status }: Pick<FactorReset, 'status'>): number =>
  status === 'pending' ? 1 : 2;
