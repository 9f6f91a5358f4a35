import { z } from 'zod';
import { email, locale, text, timeZone } from '../kernel/shapes.ts';
import { plusDays, plusSeconds } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';
import type { Account } from './account.ts';
import { registrationClosed } from './errors.ts';
import { userRegistered } from './events.ts';
import { newUserId, openSession } from './open-session.ts';
import { checkPassword, normalizedPassword } from './password-rules.ts';
import { action } from './ports.ts';
import { AuthSessionView } from './views.ts';

export const registerAccount = action({
  summary: 'Register an account and its first workspace',
  description:
    'Signs in at once and founds a workspace that the new account owns. The answer is the same whether or not the address is taken; a link to verify it is mailed.',
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
    deviceName: text(120).optional().describe('Shown in the list of sessions.'),
  }),
  output: AuthSessionView,
  errors: [registrationClosed],

  async prepare(
    { email: address, password, displayName, workspaceName },
    { settings, blocklist, passwords },
  ) {
    if (settings.registration !== 'open') throw registrationClosed();
    const context = [address, address.split('@')[0] ?? '', displayName, workspaceName ?? '', 'chancery'];
    checkPassword(password, '/password', settings.passwordMinLength, blocklist, context);
    return passwords.hash(normalizedPassword(password));
  },

  async run(input, context) {
    const { now, random, accounts, oneTimeTokens, workspaceAccess, linkTokens, keyRing, settings } = context;
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
      emailVerifiedAt: null,
      pendingEmail: null,
      displayName: input.displayName,
      avatarUrl: null,
      jobTitle: null,
      locale: input.locale ?? 'en',
      timeZone: zone,
      status: 'active',
      deviceEpoch: 0,
      unverifiedPurgeAt: settings.emailVerification === 'required' ? plusDays(now, 30) : null,
      lastSignInAt: null,
      deactivatedAt: null,
      hasPassword: true,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };

    const told =
      owner !== null && (await accounts.takeAddressNotice(owner.account.id, now, plusSeconds(now, -3600)));
    await accounts.add(account, context.prepared);
    const token = linkTokens.random();
    const verificationTokenId = context.newId();
    await oneTimeTokens.add({
      id: verificationTokenId,
      purpose: 'verify_email',
      userId: account.id,
      email: input.email,
      tokenHash: linkTokens.hash(token),
      sealedToken: keyRing.seal(Buffer.from(token), `one-time-token:${verificationTokenId}`),
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
    return openSession(
      {
        account,
        authMethod: 'password',
        deviceName: input.deviceName ?? null,
        knownDevice: null,
        isNewUser: true,
        workspace,
      },
      context,
    );
  },
});
