import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { sayListRead } from '../access/list-read.ts';
import { reachOf } from '../access/reader.ts';
import { caseStates } from '../cases/case.ts';
import { CaseSummaryView, caseSummaries } from '../cases/case-summary.ts';
import type { RecordPack, TermWords } from '../pack/record-pack.ts';
import { query } from '../ports.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';

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
      })
      .describe('How many there are that you see.'),
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
  })
  .meta({ id: 'RecordsDashboard', description: 'What there is in records, for whoever asks.' });

export const getRecordsDashboard = query({
  summary: 'Show what there is in records',
  description: 'Everything is counted as far as you see it, for the purpose that you name.',
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
    const [subjectsActive, { byStatus, myOpen }, recent, pack] = await Promise.all([
      subjects.countActive(reach),
      cases.countByStatus(reach),
      cases.list(filter, reach, null, mostRecent),
      context.recordPacks.current(),
    ]);
    const shownCases = recent.cases.slice(0, mostRecent);
    await sayListRead('cases', shownCases, { reader: reach.reader, purpose }, context);
    const [first, ...others] = caseStates.states.map((status) => ({ [status]: byStatus.get(status) ?? 0 }));
    return {
      dashboard: {
        asOf: now,
        counts: {
          subjectsActive,
          casesByStatus: Object.assign({}, first, ...others),
          myOpenCases: myOpen,
        },
        recentCases: await caseSummaries(shownCases, context),
        pack: pack && { code: pack.code, name: pack.name, terminology: wordsOf(pack) },
      },
    };
  },
});

const wordsOf = ({ terminology }: RecordPack): Record<string, Record<string, TermWords>> =>
  Object.fromEntries(Object.entries(terminology).map(([language, terms]) => [language, { ...terms }]));
