import { z } from 'zod';
import {
  accountGone,
  domainNotAllowed,
  guestsDisabled,
  invitationEmailMismatch,
} from '../../identity/index.ts';
import { emailUnverified, workspaceNotActive } from '../../kernel/access.ts';
import { planLimitReached } from '../../kernel/errors.ts';
import { linkGone, linkNotFound } from '../../kernel/links.ts';
import { foldEmail, secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { memberAlreadyExists } from '../errors.ts';
import { command } from '../ports.ts';
import { MemberView, memberView, WorkspaceView } from '../views.ts';
import { invitationOfLink } from './invitation-of-link.ts';
import { joinWorkspace } from './joining.ts';

export const acceptInvitation = command({
  summary: 'Accept an invitation to a workspace',
  description:
    'Your verified address must be the invited one; the link alone is not enough. Switch to the workspace afterwards. If its plan has no free seat any more, the invitation stays pending.',
  access: 'account',
  databaseRole: 'identity',
  throttle: tokenMisses(),
  throttles: ofItsOwn,
  input: z.strictObject({ token: secretToken().describe('The part of the mailed link after the #.') }),
  output: z.object({ workspace: WorkspaceView, membership: MemberView }),
  errors: [
    linkNotFound,
    linkGone,
    accountGone,
    invitationEmailMismatch,
    emailUnverified,
    workspaceNotActive,
    domainNotAllowed,
    guestsDisabled,
    planLimitReached,
    memberAlreadyExists,
  ],

  find: ({ token }, context) => invitationOfLink(token, context),

  async run(_, context) {
    const { found: invitation, people, user } = context;
    const account = await people.account(user.userId);
    if (account === null) throw accountGone();
    if (account.email === null || foldEmail(account.email) !== foldEmail(invitation.email))
      throw invitationEmailMismatch();
    if (account.emailVerifiedAt === null) throw emailUnverified();

    await joinWorkspace(() => context)(account, invitation, context);
    const { workspaces, members } = context;
    const [workspace, membership] = await Promise.all([workspaces.get(), members.get(account.id)]);
    return { workspace, membership: memberView(membership, membership.role) };
  },
});
