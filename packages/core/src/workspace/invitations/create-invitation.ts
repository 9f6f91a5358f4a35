import { z } from 'zod';
import { domainNotAllowed, guestsDisabled } from '../../identity/index.ts';
import { roles } from '../../kernel/access.ts';
import { planLimitReached } from '../../kernel/errors.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { email, id, multiline, visibleName } from '../../kernel/shapes.ts';
import { plusDays } from '../../kernel/time.ts';
import {
  invitationAlreadyPending,
  memberAlreadyExists,
  projectIsArchived,
  projectNotFound,
} from '../errors.ts';
import { seatOf } from '../member.ts';
import { command } from '../ports.ts';
import type { Project } from '../project.ts';
import { onEachProject } from '../projects/project-permissions.ts';
import { requireOpen, visibleProjectsOf } from '../projects/visible-projects.ts';
import { invitationCreated, invitationMailDue } from './events.ts';
import { freshLink } from './fresh-link.ts';
import { type Invitation, invitationStates } from './invitation.ts';
import { expireDueInvitations } from './invitation-expiry.ts';
import { onInvitation, requireInvitable } from './invitation-rules.ts';
import { InvitationView, invitationView } from './views.ts';

export const createInvitation = command({
  summary: 'Invite somebody to the workspace',
  description:
    'A link is mailed to the address. A person who proves that the address is theirs can join in the given role; until then a seat is reserved for them. To invite an owner, confirm your password again first.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  outside: true,
  cli: { aliases: ['invite'] },
  input: z.strictObject({
    email: email().describe('The e-mail address of the person.'),
    role: z
      .enum(roles)
      .describe('The role that the person gets.')
      .meta({ examples: ['member'] }),
    displayName: visibleName(120).optional().describe('The name by which the mail addresses the person.'),
    message: multiline(1000).optional().describe('A personal message, which is quoted in the mail.'),
    projectIds: z
      .array(id())
      .max(50)
      .default([])
      .overwrite((ids) => [...new Set(ids)])
      .describe('Projects in which the person becomes a contributor, or a viewer if the role is guest.'),
    expiresInDays: z
      .int()
      .min(1)
      .max(30)
      .default(7)
      .describe('The number of days for which the link is valid.'),
  }),
  output: z.object({ invitation: InvitationView }),
  errors: [
    mailBudgetUsed,
    projectNotFound,
    projectIsArchived,
    domainNotAllowed,
    guestsDisabled,
    planLimitReached,
    memberAlreadyExists,
    invitationAlreadyPending,
  ],

  async find({ projectIds, role }, { projects, workspaces, user }) {
    const named: Project[] = [];
    for (const projectId of projectIds) named.push(await projects.get(projectId, visibleProjectsOf(user)));
    return { projects: named, role, settings: (await workspaces.get()).settings };
  },
  may: [onEachProject('change_members'), onInvitation('send')],
  stepUpWhen: ({ role }) => role === 'owner',

  async run(input, context) {
    const { found, user, invitations, members, entitlements, now, emit, newId } = context;
    for (const project of found.projects) requireOpen(project);
    requireInvitable(input, found.settings);
    await expireDueInvitations(input.email, context);
    await entitlements.reserve(seatOf(input.role));
    if (await members.isMember({ email: input.email })) throw memberAlreadyExists();

    const invitationId = newId();
    const invitation: Invitation = {
      id: invitationId,
      email: input.email,
      displayName: input.displayName ?? null,
      role: input.role,
      message: input.message || null,
      status: invitationStates.begin('pending'),
      invitedByUserId: user.userId,
      projectIds: input.projectIds,
      expiresInDays: input.expiresInDays,
      ...freshLink(invitationId, context),
      replacedTokenHashes: [],
      expiresAt: plusDays(now, input.expiresInDays),
      sentAt: now,
      sendCount: 1,
      acceptedByUserId: null,
      respondedAt: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    if (!(await invitations.add(invitation))) throw invitationAlreadyPending();

    emit(invitationCreated, {
      invitationId,
      role: invitation.role,
      email: invitation.email,
      version: invitation.version,
    });
    emit(invitationMailDue, { invitationId, sendCount: 1 });
    return { invitation: invitationView(invitation, now) };
  },
});
