import { isManager } from '../../kernel/access.ts';
import type { AccessUsed } from '../../kernel/events.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import { accessToCase, mayHold } from '../access/decision.ts';
import type { Purpose } from '../access/labels.ts';
import { readerOf } from '../access/reader.ts';
import type { RecordReader } from '../access/record-reader.ts';
import { openedCase } from '../access/used-access.ts';
import { caseNotFound } from '../errors.ts';
import { accessDenied, recordOfCase } from '../events.ts';
import { denied, type RecordsPorts } from '../ports.ts';
import type { StoodCase } from './ports.ts';

/** A case, what the caller is to it, and by what right they see it. */
export interface SeenCase extends StoodCase {
  readonly reader: RecordReader;
  readonly used: AccessUsed;
}

interface Asked {
  readonly caseId: string;
  readonly purposeOfUse?: Purpose | undefined;
}

/** The case that is asked for, for the purpose that its labels need; for everybody else there is none (REC-1). */
export async function seenCase(
  { caseId, purposeOfUse }: Asked,
  context: Pick<RecordsPorts, 'cases' | 'recordStandings'> & Pick<HandlerContext, 'user' | 'now'>,
  lock?: 'for update',
): Promise<SeenCase> {
  const reader = await readerOf(context);
  const found = await context.cases.findSeen(caseId, { reader, now: context.now }, lock);
  // The statement has decided already; the core names the right, and would refuse if the two ever differed.
  const mask = found?.case.effectiveMask ?? 0;
  const opened =
    found &&
    openedCase({ mask, purpose: purposeOfUse ?? null, standing: found.standing }, (standing) =>
      accessToCase(mask, reader, standing),
    );
  if (found === null || opened === null) throw caseNotFound();
  return { ...found, reader, ...opened };
}

const standings = [
  'manager',
  'lead',
  'contributor',
  'reviewer',
  'viewer',
  'records manager',
  'privacy officer',
  'reader',
] as const;
type Standing = (typeof standings)[number];

/** The permission table of cases and of what is in them (records 9). */
const casePermissions = {
  update: ['manager', 'lead'],
  wall: ['lead'],
  link: ['manager', 'contributor', 'lead'],
  members: ['manager', 'lead'],
  status: ['manager', 'lead'],
  archive: ['manager', 'records manager'],
  write: ['contributor', 'lead'],
  review: ['reviewer', 'lead'],
  addendum: ['reviewer', 'contributor', 'lead'],
  requestAmendment: ['manager', 'viewer', 'reviewer', 'contributor', 'lead', 'privacy officer'],
  bundle: ['manager', 'contributor', 'lead'],
  /** Matters of law are not told to everybody who works on a case (records 4.3). */
  seeHolds: ['manager', 'lead', 'records manager'],
  download: ['viewer', 'reviewer', 'contributor', 'lead'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

/** All that somebody is to a case that they see. A grant to contribute counts as that case role (governance 4.5). */
export const standingsOnCase = ({
  reader,
  standing: { caseRole, grants },
}: Pick<SeenCase, 'reader' | 'standing'>): readonly Standing[] => [
  ...(isManager(reader.role) ? (['manager'] as const) : []),
  ...(caseRole !== null && mayHold(reader.role, caseRole) ? [caseRole] : []),
  ...(grants.some(({ mayContribute }) => mayContribute) ? (['contributor'] as const) : []),
  ...(reader.duties.includes('records_manager') ? (['records manager'] as const) : []),
  ...(reader.duties.includes('privacy_officer') ? (['privacy officer'] as const) : []),
  'reader' as const,
];

const duty = ['records manager', 'privacy officer'] as const;
const onCaseAsMember = ['viewer', 'reviewer', 'contributor', 'lead'] as const;

/** The permission on the case that was found: `may: onCase('write')`. What is found may hold more than the case. */
export const onCase = permissionsOn('case', casePermissions, {
  ofRoles: {
    owner: { always: ['manager'], perhaps: [...onCaseAsMember, ...duty] },
    admin: { always: ['manager'], perhaps: [...onCaseAsMember, ...duty] },
    member: { always: ['reader'], perhaps: [...onCaseAsMember, ...duty] },
    guest: { always: ['reader'], perhaps: ['viewer', 'reviewer'] },
  },
  standingsOf: (found: Pick<SeenCase, 'reader' | 'standing'>) => standingsOnCase(found),
  words: {
    manager: 'is an owner or admin of the workspace',
    lead: 'leads the case',
    contributor: 'is a contributor of the case',
    reviewer: 'is a reviewer of the case',
    viewer: 'is a viewer of the case',
    'records manager': 'is a records manager',
    'privacy officer': 'is a privacy officer',
    reader: 'sees the case',
  },
});

/** Whether somebody may do this to a case that they see. */
export const mayOnCase = (
  action: keyof typeof casePermissions,
  found: Pick<SeenCase, 'reader' | 'standing'>,
): boolean =>
  standingsOnCase(found).some((standing) =>
    (casePermissions[action] as readonly Standing[]).includes(standing),
  );

/** A refusal about a case that there is stands in the ledger (REC-7). */
export const deniedCase = denied(accessDenied, async ({ caseId }: Asked, { cases }, { code }) => {
  const found = await cases.find(caseId);
  return found === null ? null : { ...recordOfCase(found), code };
});
