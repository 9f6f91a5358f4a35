import { z } from 'zod';
import { reauthenticationRequired, sessionRevoked } from '../kernel/access.ts';
import { multiline, shown, workspaceId } from '../kernel/shapes.ts';
import { endAccount } from './account-end.ts';
import { accountOpenResponsibilities, accountSoleOwner, passwordIncorrect } from './errors.ts';
import { requireOwnPassword } from './password-attempts.ts';
import { givenPassword } from './passwords/new-password.ts';
import { action } from './ports.ts';

export const deactivateAccount = action({
  summary: 'Deactivate your account',
  description:
    'This is final: your personal data is erased, you leave every workspace, and your address can be registered again. Documents that you signed keep your name, because the law requires it. You need a recent proof, or send your password.',
  access: 'account',
  cli: { command: 'account deactivate' },
  databaseRole: 'identity',
  endsSession: true,
  input: z.strictObject({
    confirm: z.literal('DELETE').describe('The word DELETE, so that nobody does this by accident.'),
    password: givenPassword().optional().describe('Your password, which replaces the recent proof.'),
    reason: multiline(500).optional().describe('Why you leave, for the people who run this installation.'),
    closeWorkspaceIds: z
      .array(workspaceId())
      .max(20)
      .optional()
      .describe('The workspaces to close. Nobody else may belong to them.'),
  }),
  output: z.object({
    userId: z.string().describe('The id of the account.'),
    status: z.literal('deactivated').describe('Always deactivated.'),
    deactivatedAt: shown.instant().describe('When the account was deactivated.'),
    closedWorkspaceIds: z
      .array(z.string())
      .describe('The workspaces that were closed with the account, because nobody else was left in them.'),
  }),
  errors: [passwordIncorrect, reauthenticationRequired, accountSoleOwner, accountOpenResponsibilities],

  async prepare({ password }, context) {
    if (password !== undefined) await requireOwnPassword(password, context);
  },

  async run({ password, reason = '', closeWorkspaceIds = [] }, context) {
    const { now, user, accounts } = context;
    if (password === undefined) context.requireStepUp();
    const { userId } = user;
    // The locks are taken in the order of a sign-in and a refresh: password, sessions, then workspaces.
    const locked = await accounts.lockWithPassword(userId);
    if (locked?.account.status !== 'active') throw sessionRevoked();
    const closedWorkspaceIds = await endAccount(locked.account, { closeWorkspaceIds, reason }, context);
    return { userId, status: 'deactivated' as const, deactivatedAt: now, closedWorkspaceIds };
  },
});
