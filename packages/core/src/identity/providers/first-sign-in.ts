import { foldEmail } from '../../kernel/shapes.ts';
import { plusDays, plusSeconds } from '../../kernel/time.ts';
import type { WritingContext } from '../../kernel/use-case.ts';
import type { Account } from '../account.ts';
import { emailTaken, invitationEmailMismatch, linkGone, registrationClosed } from '../errors.ts';
import { userEmailVerified, userRegistered } from '../events.ts';
import { placeOf } from '../mailed-links.ts';
import { newUserId } from '../open-session.ts';
import type { IdentityPorts, InvitationToWorkspace } from '../ports.ts';
import type { Wish } from './complete-sign-in.ts';
import { displayNameOf, type Proof, vouchesFor } from './external-identity.ts';

type Writing = WritingContext & IdentityPorts;

/**
 * An account for somebody whom nobody here knows yet. Its address is owned where the provider vouches for it or the
 * mailed invitation shows it; else it is claimed, and no answer says whether another owns it (OID-9).
 */
export async function firstSignIn(proof: Proof, wish: Wish, context: Writing): Promise<Account> {
  const invitation = await invitationOf(proof, wish, context);
  const { email } = proof.identity;
  const owner = email === null ? null : ((await context.accounts.ownerOf(email))?.account ?? null);
  // Whoever holds the link reads the mail of the address: to them it is no secret that it has an account.
  if (invitation !== null && owner !== null) throw emailTaken();
  const isOwned = invitation !== null || vouchesFor(proof.identity);
  const account = newAccount(proof, isOwned, context);
  await context.accounts.add(account, null);

  if (invitation !== null) await joined(account, invitation, context);
  else {
    // The account is in its workspace when this is written into the ledger.
    await context.workspaceAccess.found(account, `${account.displayName}'s workspace`.slice(0, 80), context);
    await registered(account, owner, isOwned, wish, context);
  }
  return account;
}

/** AUT-14: the invitation that opens the door, or null where none was sent and none is needed. */
async function invitationOf(
  { identity }: Proof,
  { invitationHash }: Wish,
  { settings, workspaceAccess, now }: Writing,
): Promise<InvitationToWorkspace | null> {
  if (settings.registration === 'closed') throw registrationClosed();
  const invitation = invitationHash === null ? null : await workspaceAccess.invitation(invitationHash, now);
  if (invitation === null) {
    if (settings.registration === 'invite_only') throw registrationClosed();
    if (invitationHash !== null) throw linkGone();
    return null;
  }
  if (identity.email === null || foldEmail(identity.email) !== foldEmail(invitation.email))
    throw invitationEmailMismatch();
  return invitation;
}

function newAccount(
  { identity, displayName }: Proof,
  isOwned: boolean,
  { now, random, settings }: Writing,
): Account {
  const { email, isPrivateRelay, name } = identity;
  const localPart = email === null || isPrivateRelay ? null : email.slice(0, email.lastIndexOf('@'));
  return {
    id: newUserId(random.bytes(16)),
    email,
    emailVerifiedAt: isOwned ? now : null,
    pendingEmail: null,
    displayName: displayNameOf(displayName) ?? displayNameOf(name) ?? displayNameOf(localPart) ?? 'Member',
    avatarUrl: null,
    jobTitle: null,
    locale: 'en',
    timeZone: 'UTC',
    status: 'active',
    deviceEpoch: 0,
    unverifiedPurgeAt: !isOwned && settings.emailVerification === 'required' ? plusDays(now, 30) : null,
    lastSignInAt: null,
    deactivatedAt: null,
    hasPassword: false,
    hasSecondFactor: false,
    identities: [],
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** AUT-13: the person joins the inviting workspace and founds no other. */
async function joined(account: Account, invitation: InvitationToWorkspace, context: Writing): Promise<void> {
  await context.workspaceAccess.join(account, invitation, context);
  const email = invitation.email;
  const untold = { verificationTokenId: null, takenByOwner: false, noticeToUserId: null };
  context.emit(userRegistered, { userId: account.id, email, ...untold });
  context.emit(userEmailVerified, { userId: account.id, email });
}

async function registered(
  account: Account,
  owner: Account | null,
  isOwned: boolean,
  { mayMailIt }: Wish,
  context: Writing,
): Promise<void> {
  const { now, accounts, oneTimeTokens, linkTokens, keyRing } = context;
  const { id: userId, email } = account;
  const isClaimed = !isOwned && email !== null;
  const told = owner !== null && (await accounts.takeAddressNotice(owner.id, now, plusSeconds(now, -3600)));
  const verificationTokenId = isClaimed ? context.newId() : null;
  if (isClaimed && verificationTokenId !== null) {
    const token = linkTokens.random();
    await oneTimeTokens.add({
      id: verificationTokenId,
      purpose: 'verify_email',
      userId,
      email,
      tokenHash: linkTokens.hash(token),
      // Where the address had its mail already, none goes out; the link can be asked for again (THR-6).
      sealedToken: mayMailIt ? keyRing.seal(Buffer.from(token), placeOf(verificationTokenId)) : null,
      expiresAt: plusDays(now, 1),
      createdAt: now,
    });
  }
  context.emit(userRegistered, {
    userId,
    email,
    verificationTokenId,
    takenByOwner: owner !== null,
    noticeToUserId: told ? (owner?.id ?? null) : null,
  });
}
