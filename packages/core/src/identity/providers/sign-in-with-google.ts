import { z } from 'zod';
import { reauthenticationRequired } from '../../kernel/access.ts';
import { action } from '../ports.ts';
import { completeSignIn, countMail } from './complete-sign-in.ts';
import { idTokenInvalid, idTokenReplayed, providerNotConfigured } from './errors.ts';
import { linkerOf } from './linker.ts';
import {
  completionErrors,
  idTokenField,
  nativeFields,
  provenBy,
  takeIdToken,
  wishFields,
} from './native-token.ts';
import { ProviderSignInView } from './views.ts';

export const signInWithGoogle = action({
  summary: 'Sign in with an ID token of Google',
  description:
    'For applications that use the sign-in of the device. A first sign-in makes an account, as registration is set. With intent link the answer is the linked identity.',
  access: 'anyone',
  unit: 'identity',
  secret: true,
  input: z.strictObject({
    idToken: idTokenField().describe('It is accepted once.'),
    ...nativeFields,
    ...wishFields,
  }),
  output: ProviderSignInView,
  errors: [
    idTokenInvalid,
    idTokenReplayed,
    providerNotConfigured,
    reauthenticationRequired,
    ...completionErrors,
  ],

  async prepare(input, context) {
    const linker = input.intent === 'link' ? await linkerOf(context) : null;
    const identity = await provenBy('google', input.idToken, input.nonce, context);
    const proof = { identity, refreshToken: null, displayName: null };
    return {
      proof,
      wish: {
        linker,
        invitationHash:
          input.invitationToken === undefined ? null : context.linkTokens.hash(input.invitationToken),
        deviceName: input.deviceName ?? null,
        mayMailIt: linker === null && (await countMail(proof, context)),
      },
    };
  },

  async run({ idToken }, context) {
    const { proof, wish } = context.prepared;
    await takeIdToken(idToken, proof.identity, context);
    return completeSignIn(proof, wish, context);
  },
});
