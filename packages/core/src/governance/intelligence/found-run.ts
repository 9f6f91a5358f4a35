import type { HandlerContext } from '../../kernel/handler-context.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import {
  accessDenied,
  mayHold,
  type Purpose,
  recordOfCase,
  requirePurpose,
  type SeenCase,
} from '../../records/index.ts';
import { denied, type GovernancePorts } from '../ports.ts';
import { intelligenceRunNotFound } from './errors.ts';
import type { LabelledRun } from './ports.ts';

interface Asked {
  readonly runId: string;
  readonly purposeOfUse?: Purpose | undefined;
}
type Context = Pick<GovernancePorts, 'intelligenceRuns' | 'recordReaders' | 'recordCases'> &
  Pick<HandlerContext, 'user' | 'now'>;

/** A run, what the caller is to its case, and by what right they see it. */
export type FoundRun = SeenCase & LabelledRun;

/** The run, if the caller passes all that it was drawn from; for everybody else there is none (REC-1). */
export async function foundRun({ runId, purposeOfUse }: Asked, context: Context): Promise<FoundRun> {
  const { now } = context;
  const reader = await context.recordReaders.of(context);
  const found = await context.intelligenceRuns.findSeen(runId, { reader, now }, 'for update');
  if (found === null) throw intelligenceRunNotFound();
  requirePurpose(found.effectiveMask, purposeOfUse ?? null);
  const asked = { caseId: found.run.caseId, purposeOfUse };
  return { ...(await context.recordCases.seen(asked, context, 'for update')), ...found };
}

type Standing = 'reviewer' | 'contributor' | 'lead' | 'reader';

/** Governance 11. */
const permissions = {
  run: ['contributor', 'lead'],
  review: ['reviewer', 'contributor', 'lead'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;
const perhaps = ['reviewer', 'contributor', 'lead'] as const;

/** The permission on computed proposals about the case that was found. */
export const onIntelligence = permissionsOn('proposals for the case', permissions, {
  ofRoles: {
    owner: { always: ['reader'], perhaps },
    admin: { always: ['reader'], perhaps },
    member: { always: ['reader'], perhaps },
    guest: { always: ['reader'], perhaps: ['reviewer'] },
  },
  standingsOf: ({ reader, standing: { caseRole, isBlocked } }: Pick<SeenCase, 'reader' | 'standing'>) => [
    ...(caseRole === null || caseRole === 'viewer' || isBlocked || !mayHold(reader.role, caseRole)
      ? []
      : [caseRole]),
    'reader' as const,
  ],
  words: {
    reviewer: 'is a reviewer of the case',
    contributor: 'is a contributor of the case',
    lead: 'leads the case',
    reader: 'sees the case',
  },
});

/** A refusal about a run that there is stands in the ledger (REC-7). */
export const deniedRun = denied(
  accessDenied,
  async ({ runId }: Asked, { intelligenceRuns, recordCases }, { code }) => {
    const run = await intelligenceRuns.find(runId);
    const of = run && (await recordCases.get(run.caseId));
    return of === null ? null : { ...recordOfCase(of), code };
  },
);
export const deniedRunOfCase = denied(
  accessDenied,
  async ({ caseId }: { readonly caseId: string }, { recordCases }, { code }) => {
    const of = await recordCases.get(caseId);
    return of === null ? null : { ...recordOfCase(of), code };
  },
);
