import { z } from 'zod';
import { workspaceNotActive } from '../kernel/access.ts';
import { planLimitReached } from '../kernel/errors.ts';
import { linkGone } from '../kernel/links.ts';
import { email, locale, secretToken, timeZone, visibleName } from '../kernel/shapes.ts';
import { invalidField } from '../kernel/validation.ts';
import {
  domainNotAllowed,
  emailTaken,
  guestsDisabled,
  invitationEmailMismatch,
  registrationClosed,
} from './errors.ts';
import { mayMail } from './mailed-links.ts';
import { addAccountWithWorkspace, invitationFor, newAccount } from './new-account.ts';
import { checkPassword, normalizedPassword } from './password-rules.ts';
import { newPassword } from './passwords/new-password.ts';
import { action } from './ports.ts';
import { openSession } from './session-opening.ts';
import { AuthSessionView } from './views.ts';

export const registerAccount = action({
  summary: 'Register an account and its first workspace',
  description:
    'You are signed in at once, in a new workspace that your account owns. The answer is the same whether or not the address is taken; a link to verify it is mailed. If you send the token of an invitation to the address, which proves that it is yours, you join that workspace instead.',
  access: 'anyone',
  databaseRole: 'identity',
  secret: true,
  // THR-5
  throttle: { bucket: 'registration', limit: 10, windowSeconds: 3600 },
  input: z.strictObject({
    email: email().describe('The address to sign in with.'),
    password: newPassword(),
    displayName: visibleName(120)
      .describe('The name that others see.')
      .meta({ examples: ['Ada Byron'] }),
    workspaceName: visibleName(80)
      .optional()
      .describe("The name of the new workspace; by default the display name and 's workspace'.")
      .meta({ examples: ['Byron & Partners'] }),
    timeZone: timeZone().optional(),
    locale: locale().optional().describe('Your language; the language of the service if you leave it out.'),
    invitationToken: secretToken()
      .optional()
      .describe('The part after # in the link of an invitation; no workspace is founded then.'),
    deviceName: visibleName(120).optional().describe('The name of this device in the list of sessions.'),
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
    const { settings, blocklist, passwords, linkTokens, transact } = context;
    const { email: address, password, displayName, workspaceName, invitationToken } = input;
    const tokenHash = invitationToken === undefined ? null : linkTokens.hash(invitationToken);
    const invitation = await transact((work) => invitationFor(address, tokenHash, work));
    const words = [address, address.split('@')[0] ?? '', displayName, workspaceName ?? '', 'chancery'];
    checkPassword(password, '/password', settings.passwordMinLength, blocklist, words);
    const passwordHash = await passwords.hash(normalizedPassword(password));
    return { invitation, passwordHash, mayMailIt: invitation === null && (await mayMail(address, context)) };
  },

  async run(input, context) {
    const { now, workspaceAccess, timeZones } = context;
    const { invitation, passwordHash, mayMailIt } = context.prepared;
    const { email: address, displayName, locale: language = 'en', timeZone: zone = 'UTC' } = input;
    if (!timeZones.has(zone))
      throw invalidField(
        '/timeZone',
        'time_zone.unknown',
        'Give an IANA time zone name, such as Europe/Berlin.',
      );

    const person = { email: address, displayName, locale: language, timeZone: zone, hasPassword: true };
    const account = newAccount(person, invitation !== null, context);
    const workspaceName = input.workspaceName ?? null;
    const workspace = await addAccountWithWorkspace(
      account,
      { passwordHash, invitation, workspaceName, mayMailIt },
      context,
    );
    if (invitation !== null) await workspaceAccess.used(account.id, workspace.id, now);
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
