import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';
import { plusMinutes } from '../kernel/time.ts';
import { passwordIncorrect } from './errors.ts';
import { answerFields, exactlyOne, prove, takeProof } from './factors/answer.ts';
import { factorCodeInvalid, factorPasskeyInvalid } from './factors/errors.ts';
import { requireOwnPassword } from './password-attempts.ts';
import { givenPassword } from './passwords/new-password.ts';
import { action, type IdentityPreparing } from './ports.ts';
import {
  identityNotYours,
  idTokenInvalid,
  idTokenReplayed,
  providerNotConfigured,
} from './providers/errors.ts';
import { idTokenField, nativeFields, provenBy, takeIdToken } from './providers/native-token.ts';
import { type IdentityProvider, identityProviders } from './providers/oidc-client.ts';
import { proveInSession } from './session-proof.ts';

const fields = ['password', 'idToken', 'totpCode', 'passkey', 'recoveryCode'] as const;

interface NativeToken {
  readonly provider: IdentityProvider;
  readonly idToken: string;
  readonly nonce: string;
}

const hasWholeToken = ({
  provider,
  idToken,
  nonce,
}: { readonly [K in keyof NativeToken]?: string | undefined }): boolean =>
  new Set([provider, idToken, nonce].map((field) => field === undefined)).size === 1;

export const reauthenticate = action({
  summary: 'Prove again who you are',
  description:
    'Until freshUntil, this session may do what needs a recent proof (auth.reauthentication_required). After a factor or a recovery code it may also do what needs a second factor (auth.second_factor_required). Send exactly one of password, totpCode, passkey, recoveryCode, and idToken with its provider and nonce.',
  access: 'account',
  databaseRole: 'identity',
  input: z
    .strictObject({
      password: givenPassword().optional().describe('Your password, if you prove who you are with it.'),
      provider: z.enum(identityProviders).optional().describe('The provider that issued the ID token.'),
      idToken: idTokenField()
        .optional()
        .describe('The ID token of an identity that is linked to your account; it is accepted once.'),
      nonce: nativeFields.nonce.optional(),
      ...answerFields,
    })
    .refine(exactlyOne(...fields), {
      error: `Give exactly one of ${fields.join(', ')}.`,
      params: { code: 'factor.one_answer' },
    })
    .refine(hasWholeToken, {
      error: 'Give provider, idToken and nonce together.',
      path: ['idToken'],
      params: { code: 'field.required' },
    }),
  output: z.object({
    authenticatedAt: shown.instant().describe('When the credential was last proven.'),
    secondFactorAt: shown
      .instant()
      .nullable()
      .describe('When a second factor was last proven in this session; null if none was.'),
    freshUntil: shown.instant().describe('Until when steps that ask for a recent proof are allowed.'),
  }),
  errors: [
    passwordIncorrect,
    factorCodeInvalid,
    factorPasskeyInvalid,
    idTokenInvalid,
    idTokenReplayed,
    identityNotYours,
    providerNotConfigured,
  ],

  async prepare({ password, provider, idToken, nonce, ...answer }, context) {
    if (password !== undefined) {
      await requireOwnPassword(password, context);
      // A password is no second factor.
      return null;
    }
    if (provider !== undefined && idToken !== undefined && nonce !== undefined)
      return proveOwnIdentity({ provider, idToken, nonce }, context);
    // The session has proven itself, so it counts as a known device.
    const subject = async () => ({ userId: context.user.userId, knownDevice: true });
    return (await prove(answer, subject, context)).proof;
  },

  async run(_, context) {
    const { now, user, prepared: proof } = context;
    const secondFactor = proof === null ? null : await takeProof(proof, user.userId, context);
    const session = await proveInSession(user, { credential: true, secondFactor }, context);
    return {
      authenticatedAt: now,
      secondFactorAt: session.secondFactorAt,
      freshUntil: plusMinutes(now, user.workspace?.settings.reauthenticationMinutes ?? 15),
    };
  },
});

/** Returns null, because a provider is no second factor. */
async function proveOwnIdentity(
  { provider, idToken, nonce }: NativeToken,
  context: IdentityPreparing,
): Promise<null> {
  const proven = await provenBy(provider, idToken, nonce, context);
  await context.transact(async (work) => {
    const identity = await work.externalIdentities.bySubject(proven.issuer, proven.subject);
    if (identity?.userId !== context.user.userId) throw identityNotYours();
    await takeIdToken(idToken, proven, work);
  });
  return null;
}
