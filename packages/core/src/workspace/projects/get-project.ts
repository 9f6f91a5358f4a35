import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { projectNotFound } from '../errors.ts';
import { query } from '../ports.ts';
import { ProjectView, projectView } from '../views.ts';
import { visibleProjectsOf } from './visible-projects.ts';

export const getProject = query({
  summary: 'Show a project with its members',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  input: z.strictObject({ projectId: id().describe('The id of the project.') }),
  output: z.object({ project: ProjectView }),
  errors: [projectNotFound],

  run: async ({ projectId }, { projects, user }) => ({
    project: projectView(await projects.get(projectId, visibleProjectsOf(user))),
  }),
});
