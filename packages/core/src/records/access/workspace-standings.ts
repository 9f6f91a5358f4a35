import type { StandingsOfRoles } from '../../kernel/thing-permission.ts';
import type { Duty, RecordReader } from './record-reader.ts';

/** What somebody is to the records of the whole workspace, by their role and their duties. */
export type WorkspaceStanding =
  | 'owner'
  | 'admin'
  | 'privacy officer'
  | 'records manager'
  | 'auditor'
  | 'member';

const named: Readonly<Record<Duty, WorkspaceStanding>> = {
  privacy_officer: 'privacy officer',
  records_manager: 'records manager',
  auditor: 'auditor',
};
const perhaps = Object.values(named);

/** All that somebody is to the records of the whole workspace. */
export const standingsInWorkspace = ({
  role,
  duties,
}: Pick<RecordReader, 'role' | 'duties'>): readonly WorkspaceStanding[] => [
  role === 'owner' || role === 'admin' ? role : 'member',
  ...duties.map((duty) => named[duty]),
];

/** Which of them each role has always, and which it may have. Guests have no duties. */
export const workspaceStandingsOfRoles: StandingsOfRoles<WorkspaceStanding> = {
  owner: { always: ['owner'], perhaps },
  admin: { always: ['admin'], perhaps },
  member: { always: ['member'], perhaps },
  guest: { always: ['member'], perhaps: [] },
};

/** Who says how long records are kept (governance 11). */
export const whoRetains = ['owner', 'records manager'] as const satisfies readonly WorkspaceStanding[];

/** What comes after "who" of somebody with a standing. */
export const wordsOfWorkspaceStandings: Readonly<Record<WorkspaceStanding, string>> = {
  owner: 'is an owner of the workspace',
  admin: 'is an admin of the workspace',
  'privacy officer': 'is a privacy officer',
  'records manager': 'is a records manager',
  auditor: 'is an auditor',
  member: 'is a member of the workspace',
};
