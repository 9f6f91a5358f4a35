import type { WritingContext } from '../../kernel/handler-context.ts';
import type { IdentityPorts, IdentityPreparing } from '../ports.ts';
import { type AuthFlow, handoffEnd, hashOf, isSameBrowser, openedSecrets, sealedProof } from './auth-flow.ts';
import { idTokenInvalid, providerDenied, stateInvalid } from './errors.ts';
import type { ProviderProof } from './external-identity.ts';
import type { Exchanged, IdentityProvider } from './oidc-client.ts';
import { completeSignIn, countMail } from './sign-in-completion.ts';

/** What the browser brings back from a provider. */
export interface ProviderAnswer {
  readonly state: string | undefined;
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly issuer: string | undefined;
  readonly flowCookie: string | undefined;
}

/** Returns the flow to which the answer belongs, spent before its code is exchanged (OID-2), and what the code proves. */
export async function proofOf(
  provider: IdentityProvider,
  answer: ProviderAnswer,
  context: IdentityPreparing,
): Promise<{ readonly flow: AuthFlow } & Exchanged> {
  const { oidc, transact, now, keyRing } = context;
  const { state, code, issuer } = answer;
  if (state === undefined || !oidc.offers(provider, 'web')) throw stateInvalid();
  const flow = await transact(({ authFlows }) => authFlows.spend(provider, hashOf(state), now));
  if (flow === null || !isSameBrowser(flow, answer.flowCookie ?? null)) throw stateInvalid();
  // The code of another provider's answer must not be sent to this one (RFC 9207).
  if (issuer !== undefined && !oidc.isIssuer(provider, issuer)) throw stateInvalid();
  if (answer.error !== undefined || code === undefined) throw providerDenied();

  const exchanged = await oidc.exchange(provider, code, { state, ...openedSecrets(flow, keyRing) });
  if (exchanged === 'denied') throw providerDenied();
  if (exchanged === 'invalid') throw idTokenInvalid();
  return { flow, ...exchanged };
}

export const linkerOfFlow = ({ intent, userId, sessionId }: AuthFlow) =>
  intent === 'link' && userId !== null && sessionId !== null ? { userId, sessionId } : null;

export const signInRequestOfFlow = (flow: AuthFlow, mayMailIt: boolean) => ({
  linker: linkerOfFlow(flow),
  invitationHash: flow.invitationHash,
  deviceName: flow.deviceName,
  mayMailIt,
});

/** Counts a mail if the flow ends here; if there is a hand-off, the mail is counted when that is redeemed. */
export const countMailOfFlow = async (
  flow: AuthFlow,
  proof: ProviderProof,
  context: IdentityPreparing,
): Promise<boolean> =>
  flow.handoffChallenge === null && flow.intent === 'sign_in' && (await countMail(proof, context));

/** Ends the flow, or keeps what was proven for whoever holds the verifier (OID-3). */
export async function concluded(
  { flow, proof, mayMailIt }: { flow: AuthFlow; proof: ProviderProof; mayMailIt: boolean },
  context: WritingContext & IdentityPorts,
) {
  if (flow.handoffChallenge === null)
    return completeSignIn(proof, signInRequestOfFlow(flow, mayMailIt), context);
  const { linkTokens, authFlows, keyRing, now, settings } = context;
  const handoffCode = linkTokens.random();
  const expiresAt = handoffEnd(now);
  await authFlows.offer(
    flow.id,
    linkTokens.hash(handoffCode),
    sealedProof(flow.id, proof, keyRing),
    expiresAt,
  );
  return {
    handoffCode,
    expiresAt,
    redirectUrl: `${settings.webUrl}${flow.redirectTo}#handoff=${handoffCode}`,
  };
}
