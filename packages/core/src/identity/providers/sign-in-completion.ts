import { sessionRevoked } from '../../kernel/access.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { Account } from '../account.ts';
import { accountSuspended } from '../errors.ts';
import { mayMail } from '../mailed-links.ts';
import { clearSignInBlock } from '../password-attempts.ts';
import type { IdentityPorts, IdentityPreparing } from '../ports.ts';
import type { Session } from '../session.ts';
import { signedIn } from '../sign-in-outcome.ts';
import { identityLimit, linkedElsewhere } from './errors.ts';
import { identityLinked } from './events.ts';
import {
  type ExternalIdentity,
  linkedNow,
  mostIdentities,
  type ProviderProof,
  shownIdentity,
  usedNow,
  vouchesFor,
} from './external-identity.ts';
import { firstSignIn } from './first-sign-in.ts';
import type { Linker } from './linker.ts';
import type { SignInRequest } from './sign-in-request.ts';

type Writing = WritingContext & IdentityPorts;

/** What a native application requests beside its proof. */
export const nativeSignInRequest = async (
  input: { readonly invitationToken?: string | undefined; readonly deviceName?: string | undefined },
  linker: Linker | null,
  proof: ProviderProof,
  context: IdentityPreparing,
): Promise<SignInRequest> => ({
  linker,
  invitationHash: input.invitationToken === undefined ? null : context.linkTokens.hash(input.invitationToken),
  deviceName: input.deviceName ?? null,
  mayMailIt: linker === null && (await countMail(proof, context)),
});

/** Counts a mail to the address if the sign-in will need one: if it is the first, and nobody vouches for the address. */
export async function countMail({ identity }: ProviderProof, context: IdentityPreparing): Promise<boolean> {
  const { email } = identity;
  if (email === null || vouchesFor(identity)) return false;
  const known = await context.transact(({ externalIdentities }) =>
    externalIdentities.bySubject(identity.issuer, identity.subject),
  );
  return known === null && (await mayMail(email, context));
}

/** Signs in or links, by issuer and subject alone (OID-8). */
export async function completeSignIn(proof: ProviderProof, request: SignInRequest, context: Writing) {
  const { issuer, subject } = proof.identity;
  await context.externalIdentities.lock(issuer, subject);
  const known = await context.externalIdentities.bySubject(issuer, subject);
  if (request.linker !== null)
    return { identity: shownIdentity(await linked(proof, request.linker, known, context)) };

  if (known !== null) {
    await context.externalIdentities.used(usedNow(known, proof, context.keyRing, context.now));
    return opened(known.userId, proof, request, false, context);
  }
  const owner = await vouchedOwner(proof, context);
  if (owner !== null) {
    await link(proof, owner.id, 'address', context);
    return opened(owner.id, proof, request, false, context);
  }
  const account = await firstSignIn(proof, request, context);
  await link(proof, account.id, 'registration', context);
  return opened(account.id, proof, request, true, context);
}

/** The owner of the address, if the provider's word proves that it is the same person (OID-9). */
async function vouchedOwner({ identity }: ProviderProof, { accounts }: Writing): Promise<Account | null> {
  if (identity.email === null || !vouchesFor(identity)) return null;
  return (await accounts.ownerOf(identity.email))?.account ?? null;
}

async function opened(
  userId: string,
  proof: ProviderProof,
  request: SignInRequest,
  isNewUser: boolean,
  context: Writing,
) {
  const account = await context.accounts.get(userId);
  if (account.status !== 'active') throw accountSuspended();
  // The provider has proven the person, whatever was tried at their password (THR-4).
  await clearSignInBlock(account, context);
  const authMethod: Session['authMethod'] = proof.identity.provider;
  const { deviceName } = request;
  return signedIn(
    { account, authMethod, deviceName, knownDevice: null, isNewUser, workspaceId: null },
    context,
  );
}

/** Links the identity to the signed-in person (OID-10); one that is linked to them already stays as it is. */
async function linked(
  proof: ProviderProof,
  { userId, sessionId }: Linker,
  known: ExternalIdentity | null,
  context: Writing,
): Promise<ExternalIdentity> {
  // The session may have ended in the meantime, because somebody noticed that it was not theirs.
  const session = await context.sessions.get(sessionId);
  if (session === null || session.revokedAt !== null || session.expiresAt <= context.now)
    throw sessionRevoked();
  if (known === null) return link(proof, userId, 'person', context);
  if (known.userId !== userId) throw linkedElsewhere();
  const used = { ...usedNow(known, proof, context.keyRing, context.now), lastUsedAt: known.lastUsedAt };
  await context.externalIdentities.used(used);
  return used;
}

async function link(
  proof: ProviderProof,
  userId: string,
  how: 'registration' | 'address' | 'person',
  context: Writing,
): Promise<ExternalIdentity> {
  const { keyRing, now, externalIdentities, factors } = context;
  // Every change of the ways to sign in takes this lock.
  await factors.lock(userId);
  if ((await externalIdentities.ofPerson(userId)).length >= mostIdentities) throw identityLimit();
  const fresh = linkedNow(context.newId(), userId, proof, keyRing, now);
  const identity = how === 'person' ? fresh : { ...fresh, lastUsedAt: now };
  await externalIdentities.add(identity);
  const { id: identityId, provider } = identity;
  context.emitFor(userId, identityLinked, { userId, identityId, provider, how });
  return identity;
}
