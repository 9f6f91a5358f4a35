import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { secret, secretToken, visibleName } from '../../kernel/shapes.ts';
import { tokenMisses } from '../../kernel/throttling.ts';
import { action, type IdentityPorts } from '../ports.ts';
import { signInRequestOfFlow } from './answered-flow.ts';
import { isBearer, openedProof } from './auth-flow.ts';
import { handoffInvalid } from './errors.ts';
import { completionErrors } from './native-token.ts';
import { completeSignIn, countMail } from './sign-in-completion.ts';
import { ProviderSignInView } from './views.ts';

export const redeemHandoff = action({
  summary: 'Take over a sign-in at a provider',
  description:
    'Send the code after #handoff= in the address of the web app, and the verifier of the challenge with which the sign-in began. The code works once, within 60 seconds.',
  access: 'anyone',
  databaseRole: 'identity',
  secret: true,
  throttle: tokenMisses(),
  input: z.strictObject({
    handoffCode: secretToken().describe(
      'The code of the address that the browser was sent to; it works once.',
    ),
    handoffVerifier: secret(
      z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/, 'Write the verifier: 43 to 128 letters, digits and -._~'),
    )
      .meta({ examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'] })
      .describe('The text whose SHA-256 was sent as handoffChallenge.'),
    deviceName: visibleName(120).optional().describe('The name of this device in the list of sessions.'),
  }),
  output: ProviderSignInView,
  errors: [handoffInvalid, ...completionErrors],
  signsIn: () => null,

  async prepare({ handoffCode, handoffVerifier }, context) {
    const { flow, proof } = await context.transact((work) => handedOver(handoffCode, handoffVerifier, work));
    return { mayMailIt: flow.intent === 'sign_in' && (await countMail(proof, context)) };
  },

  async run({ handoffCode, handoffVerifier, deviceName }, context) {
    const { flow, proof } = await handedOver(handoffCode, handoffVerifier, context);
    await context.authFlows.handOver(flow.id);
    const request = signInRequestOfFlow(flow, context.prepared.mayMailIt);
    return completeSignIn(proof, { ...request, deviceName: deviceName ?? request.deviceName }, context);
  },
});

/** Every fault gives the same answer: the code is unknown, spent or too old, or the verifier is not its own. */
async function handedOver(
  code: string,
  verifier: string,
  { authFlows, linkTokens, keyRing, now }: WritingContext & IdentityPorts,
) {
  const flow = await authFlows.offered(linkTokens.hash(code), now);
  if (flow === null || !isBearer(flow, verifier)) throw handoffInvalid();
  return { flow, proof: openedProof(flow.id, flow.proofSealed, keyRing) };
}
