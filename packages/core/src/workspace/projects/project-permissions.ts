import { type Asker, onlyWhen, permissionsOn, type StandingsOfRoles } from '../../kernel/thing-permission.ts';
import { isManager } from '../member.ts';
import { type Project, projectRoles } from '../project.ts';

/** How a person relates to a project: as owner or admin of the workspace, by a role in the project, or not at all. */
const standings = ['manager', ...projectRoles, 'onlooker'] as const;
type ProjectRelation = (typeof standings)[number];

/** The permission table of projects (platform 6). */
export const projectPermissions = {
  edit: ['manager', 'lead'],
  archive: ['manager', 'lead'],
  restore: ['manager', 'lead'],
  change_members: ['manager', 'lead'],
} as const satisfies Readonly<Record<string, readonly ProjectRelation[]>>;

/** A guest who leads a project has no say in who else is in it. */
const guestRoles = projectRoles.filter((role) => role !== 'lead');

const ofRoles: StandingsOfRoles<ProjectRelation> = {
  owner: { always: ['manager'], perhaps: [...projectRoles] },
  admin: { always: ['manager'], perhaps: [...projectRoles] },
  member: { always: [], perhaps: [...projectRoles, 'onlooker'] },
  guest: { always: [], perhaps: guestRoles },
};

function standingsOf(
  { members }: Pick<Project, 'members'>,
  { userId, membership }: Asker['user'],
): readonly ProjectRelation[] {
  const role = members.find((member) => member.userId === userId)?.role ?? 'onlooker';
  if (membership?.role === 'guest' && role === 'lead') return guestRoles;
  return isManager(membership?.role) ? ['manager', role] : [role];
}

/** The permission on a project that was found: `may: onProject('edit')`. */
export const onProject = permissionsOn('project', projectPermissions, {
  ofRoles,
  standingsOf: (project: Pick<Project, 'members'>, _input: unknown, { user }) => standingsOf(project, user),
});

/** The permission on several projects at once: only what the caller is to every one of them counts. */
export const onEachProject = (action: keyof typeof projectPermissions) =>
  onlyWhen(
    'projects are named',
    ({ projects }: Projects) => projects.length > 0,
    permissionsOn('project', projectPermissions, {
      ofRoles,
      standingsOf: ({ projects }: Projects, _input: unknown, { user }) =>
        standings.filter((standing) =>
          projects.every((project) => standingsOf(project, user).includes(standing)),
        ),
    })(action),
  );

interface Projects {
  readonly projects: readonly Pick<Project, 'members'>[];
}
