import { z } from 'zod';
import { id, userId } from '../../kernel/shapes.ts';
import { projectIsArchived, projectLastLead, projectNotFound } from '../errors.ts';
import { projectMemberChanged } from '../events.ts';
import { memberNotFound } from '../member.ts';
import { command } from '../ports.ts';
import { withoutLead } from '../project.ts';
import { ProjectView, projectView } from '../views.ts';
import { permitLead, projectToChange, requireOpen } from './project-sight.ts';

export const removeProjectMember = command({
  summary: 'Take a member out of a project, or leave it',
  access: { owner: 'any', admin: 'any', member: 'own', guest: 'own' },
  input: z.strictObject({ projectId: id(), userId: userId().describe('The member; your own id to leave.') }),
  output: z.object({ project: ProjectView }),
  errors: [projectNotFound, memberNotFound, projectIsArchived, projectLastLead],

  find: ({ projectId }, context) => projectToChange(projectId, context),

  async run({ userId: memberId }, context) {
    const { found: project, projects, user, now, emit } = context;
    if (memberId !== user.userId) permitLead(project, context);
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
