import { z } from 'zod';
import { base64urlOf } from '../../kernel/crypto.ts';
import { shown } from '../../kernel/shapes.ts';
import { action, type IdentityPreparing } from '../ports.ts';
import { type AuthFlow, flowEnd, hashOf, isOwnPath, sealedSecrets } from './auth-flow.ts';
import { providerNotConfigured } from './errors.ts';
import { linkerErrors, linkerOf } from './linker.ts';
import type { IdentityProvider } from './oidc-client.ts';
import { signInRequestFields } from './sign-in-request.ts';

const inputFields = z.strictObject({
  redirectTo: z
    .string()
    .max(2048)
    .refine(isOwnPath, {
      error: 'Give a path of the web app, such as /meetings.',
      params: { code: 'auth.redirect_not_allowed' },
    })
    .default('/')
    .describe('A path of the web app, without fragment.'),
  handoffChallenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'Give the SHA-256 of the verifier in base64url, 43 characters.')
    .optional()
    .describe('base64url(SHA-256(verifier)); the verifier stays with whoever is to get the session.'),
  ...signInRequestFields,
});

const outputFields = z.object({
  authorizationUrl: z.string().describe('Where to send the browser.'),
  state: z.string().describe('The state that ties the answer of the provider to this sign-in.'),
  expiresAt: shown.instant().describe('Until when the sign-in can be finished.'),
  flowCookie: z
    .string()
    .nullable()
    .describe('The cookie that the answer must bring back from the same browser; null with a hand-off.'),
});

/** Declares the endpoint that sends a browser to the provider. */
const starting = (provider: IdentityProvider, name: string) =>
  action({
    summary: `Begin to sign in at ${name}`,
    description:
      'Send the browser to authorizationUrl. With handoffChallenge the answer of the provider ends at redirectTo of the web app, with a hand-off code that only the holder of the verifier can use. Without it, a cookie ties the answer to this browser and the answer itself is the session.',
    access: 'anyone',
    databaseRole: 'identity',
    throttle: { bucket: 'provider_start', limit: 30, windowSeconds: 60 },
    input: inputFields,
    output: outputFields,
    errors: [providerNotConfigured, ...linkerErrors],

    prepare: (input, context) => begun(provider, input, context),

    async run(_, { prepared, authFlows }) {
      const { flow, authorizationUrl, state, flowCookie } = prepared;
      await authFlows.add(flow);
      return { authorizationUrl, state, expiresAt: flow.expiresAt, flowCookie };
    },
  });

export const startAppleSignIn = starting('apple', 'Apple');
export const startGoogleSignIn = starting('google', 'Google');

/** Makes the flow and its secrets; nothing is stored yet. */
async function begun(
  provider: IdentityProvider,
  input: z.output<typeof inputFields>,
  context: IdentityPreparing,
) {
  const { oidc, random, newId, keyRing, linkTokens, now } = context;
  if (!oidc.offers(provider, 'web')) throw providerNotConfigured();
  const linker = input.intent === 'link' ? await linkerOf(context) : null;
  const secret = () => base64urlOf(random.bytes(32));
  const secrets = { state: secret(), nonce: secret(), codeVerifier: secret() };
  const flowCookie = input.handoffChallenge === undefined ? secret() : null;
  const id = newId();
  const flow: AuthFlow = {
    id,
    provider,
    stateHash: hashOf(secrets.state),
    secretsSealed: sealedSecrets(id, secrets, keyRing),
    redirectTo: input.redirectTo,
    handoffChallenge: input.handoffChallenge ?? null,
    cookieHash: flowCookie === null ? null : hashOf(flowCookie),
    intent: input.intent,
    userId: linker?.userId ?? null,
    sessionId: linker?.sessionId ?? null,
    invitationHash: input.invitationToken === undefined ? null : linkTokens.hash(input.invitationToken),
    deviceName: input.deviceName ?? null,
    createdAt: now,
    expiresAt: flowEnd(now),
  };
  const authorizationUrl = await oidc.authorize(provider, secrets);
  return { authorizationUrl, state: secrets.state, flowCookie, flow };
}
