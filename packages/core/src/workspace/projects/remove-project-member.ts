import { z } from 'zod';
import { id, userId, version } from '../../kernel/shapes.ts';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import { projectIsArchived, projectLastLead, projectNotFound } from '../errors.ts';
import { projectMemberChanged } from '../events.ts';
import { memberNotFound } from '../member.ts';
import { command } from '../ports.ts';
import { withoutLead } from '../project.ts';
import { ProjectView, projectView } from '../views.ts';
import { onProject } from './project-permissions.ts';
import { projectToChange, requireOpen } from './visible-projects.ts';

export const removeProjectMember = command({
  summary: 'Remove a member from a project, or leave it',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  input: z.strictObject({
    projectId: id().describe('The id of the project.'),
    userId: userId().describe('The member to remove; give your own id to leave.'),
    expectedVersion: version().optional().describe('The version of the project that you read.'),
  }),
  output: z.object({ project: ProjectView }),
  errors: [projectNotFound, memberNotFound, projectIsArchived, projectLastLead],

  find: ({ projectId }, context) => projectToChange(projectId, context),
  may: onlyWhen(
    'somebody else is taken out',
    (_, input: { readonly userId: string }, { user }) => input.userId !== user.userId,
    onProject('change_members'),
  ),
  version: (project) => project.version,

  async run({ userId: memberId }, context) {
    const { found: project, projects, now, emit } = context;
    if (project.members.every((member) => member.userId !== memberId)) throw memberNotFound();
    requireOpen(project);

    const after = await projects.save({ ...withoutLead(project, memberId), updatedAt: now });
    await projects.removeMember(project.id, memberId);
    emit(projectMemberChanged, {
      projectId: project.id,
      userId: memberId,
      role: null,
      version: after.version,
    });
    return {
      project: projectView({
        ...after,
        members: project.members.filter((member) => member.userId !== memberId),
      }),
    };
  },
});
