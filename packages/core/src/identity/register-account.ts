import { z } from 'zod';
import { workspaceNotActive } from '../kernel/access.ts';
import { planLimitReached } from '../kernel/errors.ts';
import { email, foldEmail, locale, secretToken, text, timeZone } from '../kernel/shapes.ts';
import { plusDays, plusSeconds } from '../kernel/time.ts';
import type { PreparingContext, WritingContext } from '../kernel/use-case.ts';
import { invalidField } from '../kernel/validation.ts';
import type { Account } from './account.ts';
import {
  domainNotAllowed,
  emailTaken,
  guestsDisabled,
  invitationEmailMismatch,
  linkGone,
  registrationClosed,
} from './errors.ts';
import { userEmailVerified, userRegistered } from './events.ts';
import { mayMail, placeOf } from './mailed-links.ts';
import { newUserId, openSession } from './open-session.ts';
import { checkPassword, normalizedPassword } from './password-rules.ts';
import { action, type IdentityPorts, type InvitationToWorkspace, type WorkspaceSummary } from './ports.ts';
import { AuthSessionView } from './views.ts';

export const registerAccount = action({
  summary: 'Register an account and its first workspace',
  description:
    'Signs in at once and founds a workspace that the new account owns. The answer is the same whether or not the address is taken; a link to verify it is mailed. With the token of an invitation to the address, which proves that it is yours, you join that workspace instead.',
  access: 'anyone',
  unit: 'identity',
  secret: true,
  throttle: { bucket: 'registration', limit: 10, windowSeconds: 3600 },
  input: z.strictObject({
    email: email().describe('The address to sign in with.'),
    password: z
      .string()
      .min(1)
      .max(1024)
      .describe('15 to 128 characters; spaces and any script are allowed.'),
    displayName: text(120).describe('The name that others see.'),
    workspaceName: text(80).optional().describe("Defaults to the display name and 's workspace'."),
    timeZone: timeZone().optional(),
    locale: locale().optional(),
    invitationToken: secretToken()
      .optional()
      .describe('What stands after # in the link of an invitation; no workspace is founded then.'),
    deviceName: text(120).optional().describe('Shown in the list of sessions.'),
  }),
  output: AuthSessionView,
  errors: [
    registrationClosed,
    workspaceNotActive,
    invitationEmailMismatch,
    domainNotAllowed,
    guestsDisabled,
    planLimitReached,
    emailTaken,
    linkGone,
  ],

  async prepare(input, context) {
    const { settings, blocklist, passwords } = context;
    const invitation = await invitationOf(input, context);
    const { email: address, password, displayName, workspaceName } = input;
    const words = [address, address.split('@')[0] ?? '', displayName, workspaceName ?? '', 'chancery'];
    checkPassword(password, '/password', settings.passwordMinLength, blocklist, words);
    const passwordHash = await passwords.hash(normalizedPassword(password));
    return { invitation, passwordHash, mayMailIt: invitation === null && (await mayMail(address, context)) };
  },

  async run(input, context) {
    const { now, random, accounts, oneTimeTokens, workspaceAccess, linkTokens, keyRing, settings } = context;
    const { invitation, passwordHash, mayMailIt } = context.prepared;
    const zone = input.timeZone ?? 'UTC';
    if (!context.timeZones.has(zone))
      throw invalidField(
        '/timeZone',
        'time_zone.unknown',
        'Give an IANA time zone name, such as Europe/Berlin.',
      );
    const owner = await accounts.ownerOf(input.email);
    const account: Account = {
      id: newUserId(random.bytes(16)),
      email: input.email,
      emailVerifiedAt: invitation === null ? null : now,
      pendingEmail: null,
      displayName: input.displayName,
      avatarUrl: null,
      jobTitle: null,
      locale: input.locale ?? 'en',
      timeZone: zone,
      status: 'active',
      deviceEpoch: 0,
      unverifiedPurgeAt:
        invitation === null && settings.emailVerification === 'required' ? plusDays(now, 30) : null,
      lastSignInAt: null,
      deactivatedAt: null,
      hasPassword: true,
      hasSecondFactor: false,
      identities: [],
      createdAt: now,
      updatedAt: now,
      version: 1,
    };

    // Whoever holds the link reads the mail of the address: to them it is no secret that it has an account.
    if (invitation !== null && owner !== null) throw emailTaken();
    const told =
      owner !== null && (await accounts.takeAddressNotice(owner.account.id, now, plusSeconds(now, -3600)));
    await accounts.add(account, passwordHash);
    if (invitation !== null) return joined(account, invitation, input.deviceName ?? null, context);
    const token = linkTokens.random();
    const verificationTokenId = context.newId();
    await oneTimeTokens.add({
      id: verificationTokenId,
      purpose: 'verify_email',
      userId: account.id,
      email: input.email,
      tokenHash: linkTokens.hash(token),
      // Where the address had its mail already, none goes out; the link can be asked for again (THR-6).
      sealedToken: mayMailIt ? keyRing.seal(Buffer.from(token), placeOf(verificationTokenId)) : null,
      expiresAt: plusDays(now, 1),
      createdAt: now,
    });
    const workspace = await workspaceAccess.found(
      account,
      input.workspaceName ?? `${input.displayName}'s workspace`.slice(0, 80),
      context,
    );

    context.emit(userRegistered, {
      userId: account.id,
      email: input.email,
      verificationTokenId,
      takenByOwner: owner !== null,
      noticeToUserId: told ? owner.account.id : null,
    });
    return openSession(signIn(account, input.deviceName ?? null, workspace), context);
  },
});

const signIn = (account: Account, deviceName: string | null, workspace: WorkspaceSummary) => ({
  account,
  authMethod: 'password' as const,
  deviceName,
  knownDevice: null,
  isNewUser: true,
  workspace,
});

/** AUT-14: the invitation that opens the door, or null where none was sent and none is needed. */
async function invitationOf(
  input: { readonly email: string; readonly invitationToken?: string | undefined },
  { settings, linkTokens, now, transact }: PreparingContext<IdentityPorts>,
): Promise<InvitationToWorkspace | null> {
  if (settings.registration === 'closed') throw registrationClosed();
  const { invitationToken } = input;
  const invitation =
    invitationToken === undefined
      ? null
      : await transact(({ workspaceAccess }) =>
          workspaceAccess.invitation(linkTokens.hash(invitationToken), now),
        );
  if (invitation === null) {
    if (settings.registration === 'invite_only') throw registrationClosed();
    if (invitationToken !== undefined) throw linkGone();
    return null;
  }
  if (foldEmail(input.email) !== foldEmail(invitation.email)) throw invitationEmailMismatch();
  return invitation;
}

/** AUT-13: the mailed link has shown whose the address is; the person joins that workspace and founds no other. */
async function joined(
  account: Account,
  invitation: InvitationToWorkspace,
  deviceName: string | null,
  context: WritingContext & IdentityPorts,
) {
  const workspace = await context.workspaceAccess.join(account, invitation, context);
  await context.workspaceAccess.used(account.id, workspace.id, context.now);
  const email = invitation.email;
  context.emit(userRegistered, {
    userId: account.id,
    email,
    verificationTokenId: null,
    takenByOwner: false,
    noticeToUserId: null,
  });
  context.emit(userEmailVerified, { userId: account.id, email });
  return openSession(signIn(account, deviceName, workspace), context);
}
