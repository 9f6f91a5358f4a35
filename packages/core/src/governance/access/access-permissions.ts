import { permissionsOn } from '../../kernel/thing-permission.ts';
import {
  workspaceStandingsOfRoles as ofRoles,
  type RecordReader,
  standingsInWorkspace,
  type WorkspaceStanding,
  whoRetains,
  wordsOfWorkspaceStandings as words,
} from '../../records/index.ts';

/** Governance 11: what owners, admins and people with a duty may do with the records of the whole workspace. */
const permissions = {
  /** Clearances, duties and settings: owners, and admins who are privacy officers. */
  govern: ['owner', 'privacy officer'],
  /** Background work and webhooks; whoever changes them is an owner or admin. */
  operations: ['owner', 'admin', 'auditor'],
  overview: ['owner', 'admin', 'privacy officer', 'records manager', 'auditor'],
  /** How long records are kept. */
  seeRetention: ['owner', 'admin', 'privacy officer', 'records manager', 'auditor'],
  retain: whoRetains,
  seeHolds: ['owner', 'privacy officer', 'records manager', 'auditor'],
  hold: ['owner', 'privacy officer', 'records manager'],
  seeDispositions: ['owner', 'privacy officer', 'records manager', 'auditor'],
  requestDisposition: ['records manager'],
  decideDisposition: ['owner', 'privacy officer', 'records manager'],
  cancelDisposition: ['owner', 'privacy officer', 'records manager'],
  executeDisposition: ['owner', 'records manager'],
  reports: ['owner', 'admin', 'privacy officer', 'records manager', 'auditor'],
} as const satisfies Readonly<Record<string, readonly WorkspaceStanding[]>>;

interface Asked {
  readonly reader: RecordReader;
}

/** The same question for what shows more to some than to others. */
export const mayGovern = (action: keyof typeof permissions, { reader }: Asked): boolean =>
  standingsInWorkspace(reader).some((standing) =>
    (permissions[action] as readonly WorkspaceStanding[]).includes(standing),
  );

/** What somebody may do in the whole workspace by their role and their duties. */
export const onGovernance = permissionsOn('governance of records', permissions, {
  ofRoles,
  standingsOf: ({ reader }: Asked) => standingsInWorkspace(reader),
  words,
});
