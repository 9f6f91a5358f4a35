import { permissionsOn } from '../../kernel/thing-permission.ts';
import type { Duty, RecordReader } from '../../records/index.ts';

type Standing = 'owner' | 'admin' | 'privacy officer' | 'records manager' | 'auditor' | 'member';

/** Governance 11: what owners, admins and people with a duty may do with the records of the whole workspace. */
const permissions = {
  /** Clearances, duties and settings: owners, and admins who are privacy officers. */
  govern: ['owner', 'privacy officer'],
  /** Background work and webhooks; whoever changes them is an owner or admin. */
  operations: ['owner', 'admin', 'auditor'],
  overview: ['owner', 'admin', 'privacy officer', 'records manager', 'auditor'],
  /** How long records are kept. */
  seeRetention: ['owner', 'admin', 'privacy officer', 'records manager', 'auditor'],
  retain: ['owner', 'records manager'],
  seeHolds: ['owner', 'privacy officer', 'records manager', 'auditor'],
  hold: ['owner', 'privacy officer', 'records manager'],
  seeDispositions: ['owner', 'privacy officer', 'records manager', 'auditor'],
  requestDisposition: ['records manager'],
  decideDisposition: ['owner', 'privacy officer', 'records manager'],
  cancelDisposition: ['owner', 'privacy officer', 'records manager'],
  executeDisposition: ['owner', 'records manager'],
  reports: ['owner', 'admin', 'privacy officer', 'records manager', 'auditor'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

const words: Readonly<Record<Duty, Standing>> = {
  privacy_officer: 'privacy officer',
  records_manager: 'records manager',
  auditor: 'auditor',
};
const perhaps = Object.values(words);

interface Asked {
  readonly reader: RecordReader;
}
const standingsOf = ({ role, duties }: RecordReader): readonly Standing[] => [
  role === 'owner' || role === 'admin' ? role : 'member',
  ...duties.map((duty) => words[duty]),
];

/** The same question for what shows more to some than to others. */
export const mayGovern = (action: keyof typeof permissions, { reader }: Asked): boolean =>
  standingsOf(reader).some((standing) => (permissions[action] as readonly Standing[]).includes(standing));

/** What somebody may do in the whole workspace by their role and their duties. */
export const onGovernance = permissionsOn('governance of records', permissions, {
  ofRoles: {
    owner: { always: ['owner'], perhaps },
    admin: { always: ['admin'], perhaps },
    member: { always: ['member'], perhaps },
    guest: { always: ['member'], perhaps: [] },
  },
  standingsOf: ({ reader }: Asked) => standingsOf(reader),
  words: {
    owner: 'is an owner of the workspace',
    admin: 'is an admin of the workspace',
    'privacy officer': 'is a privacy officer',
    'records manager': 'is a records manager',
    auditor: 'is an auditor',
    member: 'is a member of the workspace',
  },
});
