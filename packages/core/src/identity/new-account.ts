import type { WritingContext } from '../kernel/handler-context.ts';
import { linkGone } from '../kernel/links.ts';
import { foldEmail } from '../kernel/shapes.ts';
import { plusDays, plusSeconds } from '../kernel/time.ts';
import { type Account, accountStates } from './account.ts';
import { emailTaken, invitationEmailMismatch, registrationClosed } from './errors.ts';
import { userEmailVerified, userRegistered } from './events.ts';
import { addLink } from './mailed-links.ts';
import type { IdentityPorts, InvitationToWorkspace, WorkspaceSummary } from './ports.ts';
import { newUserId } from './session-opening.ts';

type Writing = WritingContext & IdentityPorts;

/** AUT-14: the invitation that allows the registration, or null if none was sent and none is needed. */
export async function invitationFor(
  email: string | null,
  tokenHash: string | null,
  { settings, workspaceAccess, now }: Writing,
): Promise<InvitationToWorkspace | null> {
  if (settings.registration === 'closed') throw registrationClosed();
  const invitation = tokenHash === null ? null : await workspaceAccess.invitation(tokenHash, now);
  if (invitation === null) {
    if (settings.registration === 'invite_only') throw registrationClosed();
    if (tokenHash !== null) throw linkGone();
    return null;
  }
  // Whoever holds the link registers with the address that it was mailed to, and with no other (AUT-13).
  if (email === null || foldEmail(email) !== foldEmail(invitation.email)) throw invitationEmailMismatch();
  return invitation;
}

/** A new account. An address that is only claimed has to be verified within 30 days (AUT-6). */
export const newAccount = (
  person: Pick<Account, 'email' | 'displayName' | 'locale' | 'timeZone' | 'hasPassword'>,
  isOwned: boolean,
  { now, random, settings }: Pick<Writing, 'now' | 'random' | 'settings'>,
): Account => ({
  id: newUserId(random.bytes(16)),
  email: person.email,
  emailVerifiedAt: isOwned ? now : null,
  emailSupersededAt: null,
  pendingEmail: null,
  displayName: person.displayName,
  avatarUrl: null,
  jobTitle: null,
  locale: person.locale,
  timeZone: person.timeZone,
  status: accountStates.begin('active'),
  deviceEpoch: 0,
  unverifiedPurgeAt: !isOwned && settings.emailVerification === 'required' ? plusDays(now, 30) : null,
  lastSignInAt: null,
  deactivatedAt: null,
  hasPassword: person.hasPassword,
  hasSecondFactor: false,
  identities: [],
  createdAt: now,
  updatedAt: now,
  version: 1,
});

interface Registration {
  readonly passwordHash: string | null;
  readonly invitation: InvitationToWorkspace | null;
  /** Null if the workspace is to be named after the person. */
  readonly workspaceName: string | null;
  /** Whether an address that is only claimed may be mailed the link that verifies it (THR-6). */
  readonly mayMailIt: boolean;
}

/** Adds the account with its first workspace: the one to which the person is invited, or a new one. */
export async function addAccountWithWorkspace(
  account: Account,
  { passwordHash, invitation, workspaceName, mayMailIt }: Registration,
  context: Writing,
): Promise<WorkspaceSummary> {
  const { accounts, workspaceAccess } = context;
  const { email, displayName } = account;
  const owner = email === null ? null : ((await accounts.ownerOf(email))?.account ?? null);
  // Whoever holds the link reads the mail of the address, so it is no secret to them that the address has an account.
  if (invitation !== null && owner !== null) throw emailTaken();

  await accounts.add(account, passwordHash);
  if (invitation !== null) return joined(account, invitation, context);
  // The workspace comes first, so that the registration is written into its ledger.
  const name = workspaceName ?? `${displayName}'s workspace`.slice(0, 80);
  const workspace = await workspaceAccess.found(account, name, context);
  await recorded(account, owner, mayMailIt, context);
  return workspace;
}

/** AUT-13: the mailed link has proven that the address is the person's, who joins that workspace and founds no other. */
async function joined(
  account: Account,
  invitation: InvitationToWorkspace,
  context: Writing,
): Promise<WorkspaceSummary> {
  const workspace = await context.workspaceAccess.join(account, invitation, context);
  const { email } = invitation;
  const noMails = { verificationTokenId: null, takenByOwner: false, noticeToUserId: null };
  context.emit(userRegistered, { userId: account.id, email, ...noMails });
  context.emit(userEmailVerified, { userId: account.id, email });
  return workspace;
}

async function recorded(
  { id: userId, email, emailVerifiedAt }: Account,
  owner: Account | null,
  mayMailIt: boolean,
  context: Writing,
): Promise<void> {
  const { now, accounts } = context;
  const isNoticeDue =
    owner !== null && (await accounts.takeAddressNotice(owner.id, now, plusSeconds(now, -3600)));
  const isClaimed = email !== null && emailVerifiedAt === null;
  const verificationTokenId = isClaimed ? context.newId() : null;
  // If the address has had its mail already, none goes out; the link can be requested again (THR-6).
  if (isClaimed && verificationTokenId !== null)
    await addLink(
      verificationTokenId,
      { purpose: 'verify_email', userId, email, expiresAt: plusDays(now, 1) },
      mayMailIt,
      context,
    );
  context.emit(userRegistered, {
    userId,
    email,
    verificationTokenId,
    takenByOwner: owner !== null,
    noticeToUserId: isNoticeDue ? owner.id : null,
  });
}
