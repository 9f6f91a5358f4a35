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
  reports: ['owner', 'admin', 'privacy officer', 'records manager', 'auditor'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

const words: Readonly<Record<Duty, Standing>> = {
  privacy_officer: 'privacy officer',
  records_manager: 'records manager',
  auditor: 'auditor',
};
const perhaps = Object.values(words);

/** What somebody may do in the whole workspace by their role and their duties. */
export const onGovernance = permissionsOn('governance of records', permissions, {
  ofRoles: {
    owner: { always: ['owner'], perhaps },
    admin: { always: ['admin'], perhaps },
    member: { always: ['member'], perhaps },
    guest: { always: ['member'], perhaps: [] },
  },
  standingsOf: ({ reader }: { readonly reader: RecordReader }): readonly Standing[] => [
    reader.role === 'owner' || reader.role === 'admin' ? reader.role : 'member',
    ...reader.duties.map((duty) => words[duty]),
  ],
  words: {
    owner: 'is an owner of the workspace',
    admin: 'is an admin of the workspace',
    'privacy officer': 'is a privacy officer',
    'records manager': 'is a records manager',
    auditor: 'is an auditor',
    member: 'is a member of the workspace',
  },
});
