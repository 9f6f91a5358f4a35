import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import { projectIsArchived } from '../errors.ts';
import { isManager } from '../member.ts';
import type { VisibleProjects, WorkspacePorts } from '../ports.ts';
import { isEditable, type Project } from '../project.ts';

/** PRJ-2, WSP-8: owners and admins see all projects, members those open to the workspace and their own, guests their own. */
export const visibleProjectsOf = ({ userId, membership }: UserPrincipal): VisibleProjects | null =>
  isManager(membership?.role) ? null : { visibleTo: userId, ownOnly: membership?.role === 'guest' };

/** Locks the workspace, so that nobody else changes the project or its leads, and returns the project. */
export async function projectToChange(
  projectId: string,
  { workspaces, projects, user }: WorkspacePorts & HandlerContext,
): Promise<Project> {
  await workspaces.lock();
  return projects.get(projectId, visibleProjectsOf(user));
}

export function requireOpen(project: Project): void {
  if (!isEditable(project)) throw projectIsArchived();
}

/** The data about a project that its events carry. */
export const factsOf = ({ id: projectId, key, name, status, visibility, priority, version }: Project) => ({
  projectId,
  key,
  name,
  status,
  visibility,
  priority,
  version,
});
