import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, instant, multiline, shown, userId } from '../../kernel/shapes.ts';
import { sayListRead } from '../access/list-read.ts';
import { reachOf } from '../access/reader.ts';
import { slowQuery } from '../ports.ts';
import { mostWithheld } from '../subjects/ports.ts';
import { searchedWords } from '../subjects/searched-words.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { sealOfCase } from '../texts/case-seals.ts';
import { keyIdsOfTexts } from '../texts/case-text.ts';
import { followUpPriorities, followUpStates } from './follow-up.ts';
import { type FollowUpFilter, followUpCursor } from './ports.ts';
import { FollowUpView, showingFollowUps } from './views.ts';

const input = z.strictObject({
  search: multiline(200).default('').describe('Words of the title or the description; empty for everything.'),
  status: z.enum(followUpStates.states).optional().describe('Only follow-ups of this status.'),
  priority: z.enum(followUpPriorities).optional().describe('Only follow-ups of this priority.'),
  ownerUserId: z
    .union([z.literal('me'), userId()])
    .optional()
    .describe('Only what this person is to do; me for you.')
    .meta({ examples: ['me'] }),
  caseId: id().optional().describe('Only follow-ups of this case.'),
  dueBefore: instant().optional().describe('Only what is due before this instant.'),
  overdue: z.boolean().optional().describe('Only what is late now, or only what is not.'),
  purposeOfUse: purposeOfUse(),
  ...pageFields(followUpCursor, { most: 100, usual: 25 }),
});

export const listFollowUps = slowQuery({
  summary: 'List follow-ups',
  description: 'Those of the cases that you see. What is due first comes first, what is never due last.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['title', 'status', 'priority', 'dueAt', 'owner', 'id'] },
  input,
  output: z.object({
    followUps: z.array(FollowUpView).describe('The follow-ups.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
    withheldForPurpose: z
      .int()
      .nullable()
      .describe(
        `How many more you would see for another purpose; ${mostWithheld} means ${mostWithheld} or more, and null that this is not the first page.`,
      ),
  }),

  async run({ limit, cursor, purposeOfUse: given, ...asked }, context) {
    const purpose = given ?? null;
    const reach = await reachOf(purpose, context);
    const found = await context.followUps.list(
      filterOf(asked, context.user.userId),
      reach,
      cursor ?? null,
      limit,
    );
    const { rows, count, nextCursor } = pageOf(found.followUps, limit, ({ dueAt, id: of }) => [dueAt, of]);
    await sayListRead('follow_ups', rows, { reader: reach.reader, purpose }, context);
    return {
      show: await showingFollowUps(rows, context),
      keyIds: await keyIdsOfTexts(rows, context),
      page: { count, nextCursor, withheldForPurpose: found.withheld },
    };
  },

  async compose({ show, keyIds, page }, _, context) {
    return { followUps: show(await sealOfCase(keyIds, context)), ...page };
  },
});

const filterOf = (
  {
    search,
    ownerUserId,
    ...asked
  }: Pick<
    z.output<typeof input>,
    'search' | 'status' | 'priority' | 'ownerUserId' | 'caseId' | 'dueBefore' | 'overdue'
  >,
  userId: string,
): FollowUpFilter => ({
  status: asked.status ?? null,
  priority: asked.priority ?? null,
  ownerUserId: ownerUserId === 'me' ? userId : (ownerUserId ?? null),
  caseId: asked.caseId ?? null,
  dueBefore: asked.dueBefore ?? null,
  overdue: asked.overdue ?? null,
  words: [...new Set(searchedWords(search))],
});
