import { z } from 'zod';
import { reauthenticationRequired, sessionRevoked } from '../../kernel/access.ts';
import { email, foldEmail, shown } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { passwordIncorrect } from '../errors.ts';
import { emailChangeAsked } from '../events.ts';
import { mailingThrottle, mayMail } from '../mailed-links.ts';
import { proveOwnPassword } from '../password-attempts.ts';
import { givenPassword } from '../passwords/new-password.ts';
import { action } from '../ports.ts';
import { changeEnd, requireRoomForRevert } from './email-change.ts';

export const requestEmailChange = action({
  summary: 'Ask to change your address',
  description:
    'A link is mailed to the new address; your address stays until that link is opened. You need your password, or a recent proof (auth.reauthentication_required). The answer does not show whether somebody else owns the address.',
  access: 'account',
  databaseRole: 'identity',
  throttle: mailingThrottle,
  input: z.strictObject({
    newEmail: email().describe('The new e-mail address.'),
    password: givenPassword().optional().describe('Your password, instead of a recent proof.'),
  }),
  output: z.object({
    accepted: z.literal(true).describe('Always true: the link is on its way.'),
    pendingEmail: z.string().describe('The address that waits for its confirmation.'),
    expiresAt: shown.instant().describe('When the mailed link stops working.'),
  }),
  errors: [passwordIncorrect, reauthenticationRequired],

  async prepare({ newEmail, password }, context) {
    const { user, now, transact } = context;
    const known = await transact(({ accounts }) => accounts.withPassword(user.userId));
    if (known === null) throw sessionRevoked();
    const { email: present } = known.account;
    if (present !== null && foldEmail(present) === foldEmail(newEmail))
      throw invalidField('/newEmail', 'email.unchanged', 'This is your address already.');
    if (password === undefined) await transact(async ({ requireStepUp }) => requireStepUp());
    else if (!(await proveOwnPassword(password, known, context))) throw passwordIncorrect();
    await transact((work) => requireRoomForRevert(user.userId, now, work));
    return mayMail(newEmail, context);
  },

  async run({ newEmail }, { now, user, prepared: mayMailIt, accounts, emitFor }) {
    const expiresAt = changeEnd(now);
    await accounts.pendEmail(user.userId, newEmail, now);

    // Whether somebody owns the address is checked when the mail is made, so that nothing differs here (AUT-3).
    emitFor(user.userId, emailChangeAsked, { userId: mayMailIt ? user.userId : null, expiresAt });
    return { accepted: true as const, pendingEmail: newEmail, expiresAt };
  },
});
