import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { WorkspacePorts } from '../ports.ts';
import type { Project } from '../project.ts';
import { visibleProjectsOf } from './visible-projects.ts';

/** Reads projects for other contexts, as the caller may see them themselves (records 11). */
export interface ProjectReader {
  /** The project, or `project.not_found` if there is none that the caller sees. */
  find(projectId: string, asking: Pick<HandlerContext, 'user'>): Promise<Project>;
}

export const projectReader = ({ projects }: Pick<WorkspacePorts, 'projects'>): ProjectReader => ({
  find: (projectId, { user }) => projects.get(projectId, visibleProjectsOf(user)),
});
