import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { projectNotFound } from '../errors.ts';
import { projectArchived } from '../events.ts';
import { command } from '../ports.ts';
import { archived, projectInvalidState } from '../project.ts';
import { ProjectView, projectView } from '../views.ts';
import { onProject } from './project-permissions.ts';
import { factsOf, projectToChange } from './visible-projects.ts';

export const archiveProject = command({
  summary: 'Archive a project',
  description:
    'The project stays readable and keeps its key, and no longer counts toward the limit of the plan.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z.strictObject({
    projectId: id().describe('The id of the project.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ project: ProjectView }),
  errors: [projectNotFound, projectInvalidState],

  find: ({ projectId }, context) => projectToChange(projectId, context),
  may: onProject('archive'),
  version: (project) => project.version,

  async run(_, context) {
    const { found: project, projects, entitlements, now, emit } = context;

    const after = await projects.save(archived(project, now));
    await entitlements.release('projects');
    emit(projectArchived, factsOf(after));
    return { project: projectView(after) };
  },
});
