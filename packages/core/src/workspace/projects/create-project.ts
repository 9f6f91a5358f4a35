import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { projectKeyTaken } from '../errors.ts';
import { projectCreated } from '../events.ts';
import { memberNotFound } from '../member.ts';
import { command, type ProjectRepository } from '../ports.ts';
import { checkDates, type Project, type ProjectMember } from '../project.ts';
import { freeProjectKey, initialOf, projectColorOf } from '../project-key.ts';
import { ProjectView, projectView } from '../views.ts';
import { requireEligibleLead } from './eligible-lead.ts';
import { projectFields } from './project-fields.ts';
import { factsOf } from './visible-projects.ts';

export const createProject = command({
  summary: 'Create a project',
  description:
    'You become a lead of the project, as does the lead whom you name. Without a key, one is derived from the name.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z.strictObject({
    name: projectFields.name,
    key: projectFields.key.optional(),
    description: projectFields.description.default(''),
    priority: projectFields.priority.default('medium'),
    status: projectFields.status.default('active'),
    visibility: projectFields.visibility.default('workspace'),
    color: projectFields.color.optional().describe('By default one of twelve colors, chosen by the key.'),
    startDate: projectFields.startDate.default(null),
    targetDate: projectFields.targetDate.default(null),
    leadUserId: projectFields.leadUserId
      .optional()
      .describe('The lead who is responsible for the project; by default you.'),
  }),
  output: z.object({ project: ProjectView }),
  errors: [memberNotFound, planLimitReached, projectKeyTaken],

  async run(input, { now, user, members, projects, entitlements, newId, emit }) {
    checkDates(input.startDate, input.targetDate);
    const creator: ProjectMember = {
      userId: user.userId,
      displayName: user.displayName,
      role: 'lead',
      addedAt: now,
      mayLead: true,
    };
    const leadUserId = input.leadUserId ?? user.userId;
    const lead = leadUserId === user.userId ? null : await members.get(leadUserId);
    if (lead !== null) requireEligibleLead(lead, '/leadUserId');
    // This locks the row of the counter until the commit, so creations in one workspace choose their keys one after another.
    await entitlements.take('projects');

    const project = await added(projects, input.name, input.key ?? null, (key) => ({
      id: newId(),
      key,
      name: input.name,
      description: input.description,
      priority: input.priority,
      status: input.status,
      statusBeforeArchive: null,
      visibility: input.visibility,
      color: input.color ?? projectColorOf(key),
      startDate: input.startDate,
      targetDate: input.targetDate,
      leadUserId,
      members:
        lead === null ? [creator] : [creator, { ...creator, userId: lead.id, displayName: lead.displayName }],
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    }));

    emit(projectCreated, { ...factsOf(project), leadUserId });
    return { project: projectView(project) };
  },
});

/** Adds the project under the given key, or under the first free one of its name; tries five times, since others may be faster. */
async function added(
  projects: ProjectRepository,
  name: string,
  given: string | null,
  projectWith: (key: string) => Project,
): Promise<Project> {
  for (let attempt = 1; attempt <= (given === null ? 5 : 1); attempt += 1) {
    const key = given ?? freeProjectKey(name, new Set(await projects.keysBeginning(initialOf(name))));
    const project = projectWith(key);
    if (await projects.add(project)) return project;
  }
  throw projectKeyTaken();
}
