import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { sayListRead } from '../access/list-read.ts';
import { reachOf } from '../access/reader.ts';
import { caseStates } from '../cases/case.ts';
import { CaseSummaryView, caseSummaries } from '../cases/case-summary.ts';
import type { RecordPack, TermWords } from '../pack/record-pack.ts';
import { query } from '../ports.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { mostQueued, QueuedWorkView, queuedWorkView } from './queue.ts';
import { ShownLedgerView, shownLedger } from './shown-ledger.ts';
import { sayQueueRead, waitingFor } from './waiting-work.ts';

const mostRecent = 10;

const count = z.int();
const RecordsDashboardView = z
  .object({
    asOf: shown.instant().describe('When it was counted.'),
    counts: z
      .object({
        subjectsActive: count.describe('Subjects with whom people work.'),
        casesByStatus: z
          .object(
            Object.fromEntries(
              caseStates.states.map((status) => [status, count.describe(`Cases that are ${status}.`)]),
            ) as Record<(typeof caseStates.states)[number], typeof count>, // each status is a key
          )
          .describe('Cases, by their status.'),
        myOpenCases: count.describe('Open cases that you are on.'),
        draftsMine: count.describe('Entries that you are writing, those that were returned to you included.'),
        awaitingMyReview: count.describe('Entries of others that you may approve.'),
        awaitingMySignature: count.describe('Entries of yours that are approved.'),
        awaitingMyCoSign: count.describe('Entries that you are asked to sign as a second person.'),
        amendmentsPending: count.describe('Requests to change an entry that nobody has decided.'),
        followUpsMineOpen: count.describe('What you are to do.'),
        followUpsMineOverdue: count.describe('What of this is late.'),
        followUpsMineDueToday: count.describe('What of this is due today, in the zone of the workspace.'),
      })
      .describe('How many there are that you see.'),
    queue: z
      .array(QueuedWorkView)
      .describe(`What waits for you, at most ${mostQueued}: what is late or due first comes first.`),
    recentCases: z.array(CaseSummaryView).describe('The ten cases that were opened last.'),
    pack: z
      .object({
        code: z.string().describe('The code of the pack.'),
        name: z.string().describe('What people call it.'),
        terminology: z
          .record(
            z.string(),
            z.record(
              z.string(),
              z.object({
                one: z.string().describe('The word for one.'),
                other: z.string().describe('The word for several.'),
              }),
            ),
          )
          .describe('The words of the trade, by language and by the thing that they are for.'),
      })
      .nullable()
      .describe('The industry pack that the workspace uses; null for none.'),
    ledger: ShownLedgerView.nullable().describe(
      'How well the ledger is proven; null for whoever may not read all of it.',
    ),
  })
  .meta({ id: 'RecordsDashboard', description: 'What there is in records, for whoever asks.' });

export const getRecordsDashboard = query({
  summary: 'Show what there is in records',
  description:
    'Cases and subjects are counted as far as you see them for the purpose that you name. What waits for you is counted and listed whatever its purpose; its title is shown for a purpose that opens it.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { command: 'records dashboard' },
  input: z.strictObject({ purposeOfUse: purposeOfUse() }),
  output: z.object({ dashboard: RecordsDashboardView }),

  async run({ purposeOfUse: purpose = null }, context) {
    const { subjects, cases, now } = context;
    const reach = await reachOf(purpose, context);
    const filter = {
      ...{ status: null, caseType: null, subjectId: null, memberUserId: null, ownMasks: null },
      words: [],
    };
    const [subjectsActive, { byStatus, myOpen }, recent, pack, work, ledger] = await Promise.all([
      subjects.countActive(reach),
      cases.countByStatus(reach),
      cases.list(filter, reach, null, mostRecent),
      context.recordPacks.current(),
      waitingFor(reach, context),
      shownLedger(reach.reader, context),
    ]);
    const shownCases = recent.cases.slice(0, mostRecent);
    await sayListRead('cases', shownCases, { reader: reach.reader, purpose }, context);
    await sayQueueRead(work.queue, { reader: reach.reader, purpose }, context);
    const [first, ...others] = caseStates.states.map((status) => ({ [status]: byStatus.get(status) ?? 0 }));
    return {
      dashboard: {
        asOf: now,
        counts: {
          subjectsActive,
          casesByStatus: Object.assign({}, first, ...others),
          myOpenCases: myOpen,
          ...work.counts,
        },
        queue: work.queue.map(queuedWorkView),
        recentCases: await caseSummaries(shownCases, context),
        pack: pack && { code: pack.code, name: pack.name, terminology: wordsOf(pack) },
        ledger,
      },
    };
  },
});

const wordsOf = ({ terminology }: RecordPack): Record<string, Record<string, TermWords>> =>
  Object.fromEntries(Object.entries(terminology).map(([language, terms]) => [language, { ...terms }]));
