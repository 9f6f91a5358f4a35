import type { WritingContext } from '../../kernel/use-case.ts';
import type { IdentityPorts, IdentityPreparing } from '../ports.ts';
import { type AuthFlow, handoffEnd, hashOf, isSameBrowser, openedSecrets, sealedProof } from './auth-flow.ts';
import { completeSignIn, countMail } from './complete-sign-in.ts';
import { idTokenInvalid, providerDenied, stateInvalid } from './errors.ts';
import type { Proof } from './external-identity.ts';
import type { Exchanged, IdentityProvider } from './oidc-client.ts';

/** What a provider has the browser bring. */
export interface ProviderAnswer {
  readonly state: string | undefined;
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly issuer: string | undefined;
  readonly flowCookie: string | undefined;
}

/** The flow that the answer belongs to, spent before its code is exchanged (OID-2), and what the code proves. */
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
  // An answer of another provider must not have its code sent to this one (RFC 9207).
  if (issuer !== undefined && !oidc.isIssuer(provider, issuer)) throw stateInvalid();
  if (answer.error !== undefined || code === undefined) throw providerDenied();

  const exchanged = await oidc.exchange(provider, code, { state, ...openedSecrets(flow, keyRing) });
  if (exchanged === 'denied') throw providerDenied();
  if (exchanged === 'invalid') throw idTokenInvalid();
  return { flow, ...exchanged };
}

export const linkerOfFlow = ({ intent, userId, sessionId }: AuthFlow) =>
  intent === 'link' && userId !== null && sessionId !== null ? { userId, sessionId } : null;

export const signInRequestOf = (flow: AuthFlow, mayMailIt: boolean) => ({
  linker: linkerOfFlow(flow),
  invitationHash: flow.invitationHash,
  deviceName: flow.deviceName,
  mayMailIt,
});

/** A mail counts where the flow ends here, and not where its hand-off decides. */
export const countMailOf = async (
  flow: AuthFlow,
  proof: Proof,
  context: IdentityPreparing,
): Promise<boolean> =>
  flow.handoffChallenge === null && flow.intent === 'sign_in' && (await countMail(proof, context));

/** Ends the flow, or hands what was proven on to whoever holds the verifier (OID-3). */
export async function concluded(
  { flow, proof, mayMailIt }: { flow: AuthFlow; proof: Proof; mayMailIt: boolean },
  context: WritingContext & IdentityPorts,
) {
  if (flow.handoffChallenge === null) return completeSignIn(proof, signInRequestOf(flow, mayMailIt), context);
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
