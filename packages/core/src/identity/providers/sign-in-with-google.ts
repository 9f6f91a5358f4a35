import { z } from 'zod';
import { misses } from '../../kernel/throttling.ts';
import { action } from '../ports.ts';
import { linkerOf } from './linker.ts';
import { idTokenField, nativeErrors, nativeFields, provenBy, takeIdToken } from './native-token.ts';
import { completeSignIn, nativeSignInRequest } from './sign-in-completion.ts';
import { signInRequestFields } from './sign-in-request.ts';
import { ProviderSignInView } from './views.ts';

export const signInWithGoogle = action({
  summary: 'Sign in with an ID token of Google',
  description:
    'For applications that use the sign-in of the device. The first sign-in creates an account, if registration is open to you. If intent is link, the answer is the linked identity.',
  access: 'anyone',
  throttle: misses('provider_token', 30),
  databaseRole: 'identity',
  secret: true,
  input: z.strictObject({
    idToken: idTokenField().describe('The ID token; it is accepted once.'),
    ...nativeFields,
    ...signInRequestFields,
  }),
  output: ProviderSignInView,
  errors: nativeErrors,
  signsIn: () => null,

  async prepare(input, context) {
    const linker = input.intent === 'link' ? await linkerOf(context) : null;
    const identity = await provenBy('google', input.idToken, input.nonce, context);
    const proof = { identity, refreshToken: null, displayName: null };
    return { proof, request: await nativeSignInRequest(input, linker, proof, context) };
  },

  async run({ idToken }, context) {
    const { proof, request } = context.prepared;
    await takeIdToken(idToken, proof.identity, context);
    return completeSignIn(proof, request, context);
  },
});
