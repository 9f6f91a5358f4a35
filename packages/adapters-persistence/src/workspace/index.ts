import { housekeeping } from '../kernel/housekeeping.ts';
import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { workspaceClosures } from './closures.ts';
import { invitationRepository } from './invitations.ts';
import { workspaceJobs } from './jobs.ts';
import { memberDirectory } from './member-directory.ts';
import { memberRepository } from './members.ts';
import { personDirectory } from './people.ts';
import { personMemberships } from './person-memberships.ts';
import { projectRepository } from './projects.ts';
import { secondPersonRecords } from './second-person.ts';
import { timeZoneState } from './time-zone-state.ts';
import { workspaceIdentity, workspaceRepository } from './workspaces.ts';

/** The repositories of the context `workspace`. */
export const workspaceRepositories: RepositoriesOf<'workspace'> = repositoriesOf({
  timeZoneState: ({ sql }) => timeZoneState(sql),
  closures: ({ sql, tenant }) => workspaceClosures(sql, tenant()),
  secondPerson: ({ sql, tenant }) => secondPersonRecords(sql, tenant()),
  jobs: ({ sql, workspaceId }) => workspaceJobs(sql, workspaceId()),
  housekeeping: ({ sql }) => housekeeping(sql),
  owners: ({ sql, tenant }) => memberDirectory(sql, tenant()),
  workspaces: ({ sql, tenant }) => workspaceRepository(sql, tenant()),
  members: ({ sql, tenant }) => memberRepository(sql, tenant()),
  invitations: ({ sql, tenant }) => invitationRepository(sql, tenant()),
  people: ({ sql }) => personDirectory(sql),
  projects: ({ sql, tenant }) => projectRepository(sql, tenant()),
  memberDirectory: ({ sql, tenant }) => memberDirectory(sql, tenant()),
  workspaceIdentity: ({ sql, tenant }) => workspaceIdentity(sql, tenant()),
  personMemberships: ({ sql }) => personMemberships(sql),
});
