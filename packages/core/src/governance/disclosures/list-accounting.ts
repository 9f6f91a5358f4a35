import { z } from 'zod';
import { isManager } from '../../kernel/access.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { plusMonths } from '../../kernel/months.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { instant, shown } from '../../kernel/shapes.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import { plusSeconds } from '../../kernel/time.ts';
import {
  labelsOf,
  purposeOfUse,
  purposes,
  type RecordReader,
  recordsListRead,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  type Subject,
  subjectId,
  subjectNotFound,
} from '../../records/index.ts';
import { deniedConsentsOf } from '../consents/found-consent.ts';
import { type GovernancePorts, query } from '../ports.ts';
import { disclosureBases } from './authorization.ts';

interface FoundAccounting {
  readonly subject: Subject;
  readonly reader: RecordReader;
  readonly leads: boolean;
}
type Standing = 'manager' | 'lead' | 'auditor' | 'privacy officer' | 'reader';
const perhaps = ['lead', 'auditor', 'privacy officer'] as const;

/** Governance 11. */
const onAccounting = permissionsOn(
  'accounting',
  { read: ['manager', 'lead', 'auditor', 'privacy officer'] } as const satisfies Readonly<
    Record<string, readonly Standing[]>
  >,
  {
    ofRoles: {
      owner: { always: ['manager'], perhaps },
      admin: { always: ['manager'], perhaps },
      member: { always: ['reader'], perhaps },
      guest: { always: ['reader'], perhaps: [] },
    },
    standingsOf: ({ reader, leads }: FoundAccounting): readonly Standing[] => [
      ...(isManager(reader.role) ? (['manager'] as const) : []),
      ...(leads ? (['lead'] as const) : []),
      ...(reader.duties.includes('auditor') ? (['auditor'] as const) : []),
      ...(reader.duties.includes('privacy_officer') ? (['privacy officer'] as const) : []),
      'reader',
    ],
    words: {
      manager: 'is an owner or admin of the workspace',
      lead: 'leads a case of the subject',
      auditor: 'is an auditor',
      'privacy officer': 'is a privacy officer',
      reader: 'sees the subject',
    },
  },
);

/** How long disclosures are accounted for, in months (45 CFR 164.528 (a)). */
export const accountedMonths = 72;

export const listAccountingOfDisclosures = query({
  summary: 'Account for the disclosures about a subject',
  description:
    'What was released to whom, for what and on which basis, the newest first; of the last six years unless you say otherwise. That you read it is recorded.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: {
    command: 'governance disclosures accounting',
    columns: ['releasedAt', 'packageNumber', 'description', 'purposeOfUse', 'basis'],
  },
  input: z.strictObject({
    subjectId: subjectId(),
    from: instant().optional().describe('The first moment; six years ago without it.'),
    to: instant().optional().describe('The moment before which it ends; now without it.'),
    purposeOfUse: purposeOfUse(),
    ...pageFields(['instant', 'id'], { most: 200, usual: 100 }),
  }),
  output: z.object({
    disclosures: z
      .array(
        z.object({
          id: shown.ownId(),
          releasedAt: shown.instant().describe('When it was released.'),
          recipient: z
            .object({
              name: z.string().describe('Their name.'),
              organization: z.string().nullable().describe('Where they work; null for nothing.'),
            })
            .describe('Who received it.'),
          description: z.string().describe('What was released: how many entries of which types and days.'),
          purposeOfUse: z.enum(purposes).describe('For what.'),
          basis: z.enum(disclosureBases).describe('On which legal basis.'),
          packageNumber: z.string().describe('The number of the package.'),
        }),
      )
      .describe('The releases, the newest first.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [subjectNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedConsentsOf,

  find: (asked, context) => foundAccounting(asked, context),
  may: onAccounting('read'),

  async run({ from, to, limit, cursor }, context) {
    const { found, now, disclosureAccounting, recordSubjects } = context;
    const period = { from: from ?? plusMonths(now, -accountedMonths), to: to ?? plusSeconds(now, 1) };
    const subjectIds = await recordSubjects.sameAs(found.subject.id);
    const { rows, count, nextCursor } = pageOf(
      await disclosureAccounting.list(subjectIds, period, cursor ?? null, limit),
      limit,
      ({ releasedAt, id }) => [releasedAt, id],
    );
    context.emit(recordsListRead, {
      resource: 'accounting',
      workspaceId: context.workspaceId,
      ids: rows.map(({ id }) => id),
      labels: [...labelsOf(found.subject.effectiveMask)],
    });
    return {
      disclosures: rows.map(({ recipientName, recipientOrganization, ...line }) => ({
        id: line.id,
        releasedAt: line.releasedAt,
        recipient: { name: recipientName, organization: recipientOrganization },
        description: line.description,
        purposeOfUse: line.purposeOfUse,
        basis: line.basis,
        packageNumber: line.packageNumber,
      })),
      ...{ count, nextCursor },
    };
  },
});

/** The subject, for whoever sees it; an auditor or privacy officer accounts for everybody. */
async function foundAccounting(
  asked: Parameters<GovernancePorts['recordSubjects']['seen']>[0],
  context: Pick<GovernancePorts, 'recordSubjects' | 'recordReaders'> & Pick<HandlerContext, 'user' | 'now'>,
): Promise<FoundAccounting> {
  const reader = await context.recordReaders.of(context);
  if (reader.duties.includes('auditor') || reader.duties.includes('privacy_officer')) {
    const subject = await context.recordSubjects.get(asked.subjectId);
    if (subject === null) throw subjectNotFound();
    return { subject, reader, leads: false };
  }
  const { subject, standing } = await context.recordSubjects.seen(asked, context);
  const leads = standing.cases.some(({ caseRole, isBlocked }) => caseRole === 'lead' && !isBlocked);
  return { subject, reader, leads };
}
