import { z } from 'zod';
import { secret } from '../../kernel/shapes.ts';
import { misses } from '../../kernel/throttling.ts';
import { action } from '../ports.ts';
import { linkerOf } from './linker.ts';
import { idTokenField, nativeErrors, nativeFields, provenBy, takeIdToken } from './native-token.ts';
import { completeSignIn, nativeSignInRequest } from './sign-in-completion.ts';
import { signInRequestFields } from './sign-in-request.ts';
import { ProviderSignInView } from './views.ts';

export const signInWithApple = action({
  summary: 'Sign in with an ID token of Apple',
  description:
    'For applications that use the sign-in of the device. The first sign-in creates an account, if registration is open to you. Send authorizationCode too, so that access can be revoked at Apple when the account ends. If intent is link, the answer is the linked identity.',
  access: 'anyone',
  throttle: misses('provider_token', 30),
  databaseRole: 'identity',
  secret: true,
  input: z.strictObject({
    identityToken: idTokenField().describe('The ID token; it is accepted once.'),
    ...nativeFields,
    authorizationCode: secret(z.string().min(1).max(2048))
      .optional()
      .describe('The code that Apple returned with the token.'),
    displayName: z
      .string()
      .max(512)
      .optional()
      .describe('The name, which Apple shares with the application once; it is used for a new account only.'),
    ...signInRequestFields,
  }),
  output: ProviderSignInView,
  errors: nativeErrors,
  signsIn: () => null,

  async prepare(input, context) {
    const linker = input.intent === 'link' ? await linkerOf(context) : null;
    const identity = await provenBy('apple', input.identityToken, input.nonce, context);
    const refreshToken =
      input.authorizationCode === undefined
        ? null
        : await context.oidc.redeemNativeCode('apple', input.authorizationCode, identity);
    const proof = { identity, refreshToken, displayName: input.displayName ?? null };
    return { proof, request: await nativeSignInRequest(input, linker, proof, context) };
  },

  async run({ identityToken }, context) {
    const { proof, request } = context.prepared;
    await takeIdToken(identityToken, proof.identity, context);
    return completeSignIn(proof, request, context);
  },
});
