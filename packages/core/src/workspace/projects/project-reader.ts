import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { WorkspacePorts } from '../ports.ts';
import { openProjectStatuses, type Project } from '../project.ts';
import { visibleProjectsOf } from './visible-projects.ts';

export type FoundProject = Pick<Project, 'id' | 'name' | 'status' | 'updatedAt'>;

/** Reads projects for other contexts, as the caller may see them themselves (records 11). */
export interface ProjectReader {
  /** The project, or `project.not_found` if there is none that the caller sees. */
  find(projectId: string, asking: Pick<HandlerContext, 'user'>): Promise<Project>;
  /** At most so many that are not archived and have all these words in their name or key, the most recently updated first. */
  list(
    words: readonly string[],
    most: number,
    asking: Pick<HandlerContext, 'user'>,
  ): Promise<readonly FoundProject[]>;
}

export const projectReader = ({ projects }: Pick<WorkspacePorts, 'projects'>): ProjectReader => ({
  find: (projectId, { user }) => projects.get(projectId, visibleProjectsOf(user)),
  async list(words, most, { user }) {
    const visible = visibleProjectsOf(user);
    const filter = { visible, statuses: openProjectStatuses, visibility: null, words };
    return (await projects.list(filter, null, most)).toJSON().slice(0, most);
  },
});
