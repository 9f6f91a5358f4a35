import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, multiline, shown, userId } from '../../kernel/shapes.ts';
import { confidentialities, masksHeadedBy } from '../access/labels.ts';
import { sayListRead } from '../access/list-read.ts';
import { reachOf } from '../access/reader.ts';
import { query } from '../ports.ts';
import { mostWithheld } from '../subjects/ports.ts';
import { searchedWords } from '../subjects/searched-words.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { caseStates } from './case.ts';
import { code } from './case-fields.ts';
import { CaseSummaryView, caseSummaries } from './case-summary.ts';
import { caseCursor } from './ports.ts';

/** The filter that stands for whoever asks. */
const me = 'me';

export const listCases = query({
  summary: 'List cases',
  description:
    'The one that was opened last comes first. A search finds cases of whose number, title or subject each word is the beginning of a word.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['caseNumber', 'title', 'subjectDisplayName', 'status', 'id'] },
  input: z.strictObject({
    search: multiline(200).default('').describe('What to search for; empty for everything.'),
    status: z.enum(caseStates.states).optional().describe('Only cases of this status.'),
    caseType: code(100)
      .optional()
      .describe('Only cases of this kind.')
      .meta({ examples: ['general'] }),
    subjectId: id().optional().describe('Only cases that this subject has to do with.'),
    memberUserId: z
      .union([z.literal(me), userId()])
      .optional()
      .describe(`Only cases that this person is on; ${me} for your own.`),
    confidentiality: z
      .enum(confidentialities)
      .optional()
      .describe('Only cases of whose own labels this is the highest.'),
    purposeOfUse: purposeOfUse(),
    ...pageFields(caseCursor, { most: 100, usual: 25 }),
  }),
  output: z.object({
    cases: z.array(CaseSummaryView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
    withheldForPurpose: z
      .int()
      .nullable()
      .describe(
        `How many more you would see for another purpose; ${mostWithheld} means ${mostWithheld} or more, and null that this is not the first page.`,
      ),
  }),

  async run({ limit, cursor, purposeOfUse: given, ...input }, context) {
    const purpose = given ?? null;
    const reach = await reachOf(purpose, context);
    const { memberUserId, confidentiality } = input;
    const found = await context.cases.list(
      {
        status: input.status ?? null,
        caseType: input.caseType ?? null,
        subjectId: input.subjectId ?? null,
        memberUserId: memberUserId === me ? reach.reader.userId : (memberUserId ?? null),
        ownMasks: confidentiality === undefined ? null : masksHeadedBy(confidentiality),
        words: [...new Set(searchedWords(input.search))],
      },
      reach,
      cursor ?? null,
      limit,
    );
    const { rows, count, nextCursor } = pageOf(found.cases, limit, ({ openedAt, id: last }) => [
      openedAt,
      last,
    ]);
    const [cases] = await Promise.all([
      caseSummaries(rows, context),
      sayListRead('cases', rows, { reader: reach.reader, purpose }, context),
    ]);
    return { cases, count, nextCursor, withheldForPurpose: found.withheld };
  },
});
