import { z } from 'zod';
import { id, userId, version } from '../../kernel/shapes.ts';
import { projectIsArchived, projectLastLead, projectMemberLimit, projectNotFound } from '../errors.ts';
import { projectMemberChanged } from '../events.ts';
import { memberNotFound } from '../member.ts';
import { command } from '../ports.ts';
import { projectRoles, withoutLead } from '../project.ts';
import { ProjectView, projectView } from '../views.ts';
import { requireEligibleLead } from './eligible-lead.ts';
import { maxProjectMembers } from './project-fields.ts';
import { onProject } from './project-permissions.ts';
import { projectToChange, requireOpen } from './visible-projects.ts';

export const setProjectMember = command({
  summary: 'Add a member to a project, or change their role in it',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z.strictObject({
    projectId: id().describe('The id of the project.'),
    userId: userId().describe('The id of the person.'),
    role: z
      .enum(projectRoles)
      .describe('The role of the person in the project.')
      .meta({ examples: ['contributor'] }),
    expectedVersion: version().optional(),
  }),
  output: z.object({ project: ProjectView }),
  errors: [projectNotFound, memberNotFound, projectIsArchived, projectMemberLimit, projectLastLead],

  async find({ projectId, userId: memberId, role }, context) {
    const project = await projectToChange(projectId, context);
    const member = await context.members.get(memberId);
    if (role === 'lead') requireEligibleLead(member, '/role');
    else if (member.status !== 'active') throw memberNotFound();
    return project;
  },
  may: onProject('change_members'),
  version: (project) => project.version,

  async run({ userId: memberId, role }, context) {
    const { found: project, projects, now, emit } = context;
    requireOpen(project);
    const before = project.members.find((member) => member.userId === memberId);
    if (before?.role === role) return { project: projectView(project) };
    if (before === undefined && project.members.length >= maxProjectMembers) throw projectMemberLimit();
    const edited = role === 'lead' ? project : withoutLead(project, memberId);

    const after = await projects.save({ ...edited, updatedAt: now });
    await projects.setMember(project.id, { userId: memberId, role, addedAt: before?.addedAt ?? now });
    emit(projectMemberChanged, { projectId: project.id, userId: memberId, role, version: after.version });
    return { project: projectView(await projects.get(project.id, null)) };
  },
});
