import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { id, version } from '../../kernel/shapes.ts';
import { projectNotFound } from '../errors.ts';
import { projectRestored } from '../events.ts';
import { command } from '../ports.ts';
import { projectInvalidState, restored } from '../project.ts';
import { ProjectView, projectView } from '../views.ts';
import { onProject } from './project-permissions.ts';
import { factsOf, projectToChange } from './visible-projects.ts';

export const restoreProject = command({
  summary: 'Restore an archived project',
  description:
    'The project gets back the status that it had before, and counts toward the limit of the plan again.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z.strictObject({
    projectId: id().describe('The id of the project.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ project: ProjectView }),
  errors: [projectNotFound, planLimitReached, projectInvalidState],

  find: ({ projectId }, context) => projectToChange(projectId, context),
  may: onProject('restore'),
  async limit(_, { entitlements }) {
    await entitlements.take('projects');
  },
  version: (project) => project.version,

  async run(_, context) {
    const { found: project, projects, now, emit } = context;

    const after = await projects.save(restored(project, now));
    emit(projectRestored, factsOf(after));
    return { project: projectView(after) };
  },
});
