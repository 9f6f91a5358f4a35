import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { projectIsArchived, projectKeyTaken, projectNotFound } from '../errors.ts';
import { projectUpdated } from '../events.ts';
import { memberNotFound } from '../member.ts';
import { command } from '../ports.ts';
import { checkDates, type Project } from '../project.ts';
import { ProjectView, projectView } from '../views.ts';
import { requireEligibleLead } from './eligible-lead.ts';
import { projectFields } from './project-fields.ts';
import { onProject } from './project-permissions.ts';
import { factsOf, projectToChange, requireOpen, visibleProjectsOf } from './visible-projects.ts';

const fields = z
  .strictObject({
    ...projectFields,
    leadUserId: projectFields.leadUserId
      .nullable()
      .describe('The id of the person who is to lead it; null leaves it without a lead.'),
  })
  .partial();

export const updateProject = command({
  summary: 'Change a project',
  description:
    'A lead whom you name becomes a member of the project. Making it private adds and removes nobody.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z.strictObject({
    projectId: id().describe('The id of the project.'),
    ...fields.shape,
    expectedVersion: version().optional(),
  }),
  output: z.object({ project: ProjectView }),
  errors: [projectNotFound, memberNotFound, projectIsArchived, projectKeyTaken],

  find: ({ projectId }, context) => projectToChange(projectId, context),
  may: onProject('edit'),
  version: (project) => project.version,

  async run({ projectId, expectedVersion: _, ...changes }, context) {
    const { found: project, projects, members, user, now, emit } = context;
    requireOpen(project);
    const changed = changedFields(project, changes);
    if (changed.length === 0) return { project: projectView(project) };
    const { leadUserId } = changes;
    if (leadUserId) requireEligibleLead(await members.get(leadUserId), '/leadUserId');
    const edited: Project = { ...project, ...(definedOf(changes) as Partial<Project>), updatedAt: now };
    checkDates(edited.startDate, edited.targetDate);

    const after = await projects.save(edited);
    if (leadUserId) await projects.setMember(projectId, { userId: leadUserId, role: 'lead', addedAt: now });
    emit(projectUpdated, { ...factsOf(after), leadUserId: after.leadUserId, changed });
    return { project: projectView(await projects.get(projectId, visibleProjectsOf(user))) };
  },
});

/** Drops the fields that were not sent. */
const definedOf = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** The names of the fields that would change. */
const changedFields = (project: Project, changes: object): string[] =>
  Object.entries(definedOf(changes)).flatMap(([field, value]) =>
    project[field as keyof Project] === value ? [] : [field],
  );
