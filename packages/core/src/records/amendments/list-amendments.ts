import { z } from 'zod';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, shown } from '../../kernel/shapes.ts';
import { sayListRead } from '../access/list-read.ts';
import { reachOf } from '../access/reader.ts';
import { entrySeal } from '../entries/content.ts';
import { openedKey } from '../keys/scope-key.ts';
import { slowQuery } from '../ports.ts';
import { mostWithheld } from '../subjects/ports.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import { amendmentStates } from './amendment.ts';
import { amendmentCursor } from './ports.ts';
import { statementsOf } from './shown-amendment.ts';
import { todayIn } from './today.ts';
import { AmendmentView, amendmentView, peopleOf } from './views.ts';

export const listAmendments = slowQuery({
  summary: 'List requests to change signed entries',
  description: 'Those about entries that you see. What is due first comes first.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['status', 'dueOn', 'overdue', 'requestedByKind', 'artifactId', 'id'] },
  input: z.strictObject({
    status: z.enum(amendmentStates.states).optional().describe('Only requests that stand there.'),
    caseId: id().optional().describe('Only requests about entries of this case.'),
    overdue: z.boolean().optional().describe('Only what is late now, or only what is not.'),
    purposeOfUse: purposeOfUse(),
    ...pageFields(amendmentCursor, { most: 100, usual: 25 }),
  }),
  output: z.object({
    amendments: z.array(AmendmentView).describe('The requests.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
    withheldForPurpose: z
      .int()
      .nullable()
      .describe(
        `How many more you would see for another purpose; ${mostWithheld} means ${mostWithheld} or more, and null that this is not the first page.`,
      ),
  }),

  async run({ limit, cursor, purposeOfUse: purpose = null, status, caseId, overdue }, context) {
    const today = await todayIn(context);
    const reach = await reachOf(purpose, context);
    const filter = { status: status ?? null, caseId: caseId ?? null, overdue: overdue ?? null, today };
    const page = await context.amendments.list({ filter, reach, after: cursor ?? null, limit });
    const { rows, count, nextCursor } = pageOf(page.amendments, limit, ({ dueOn, id: of }) => [dueOn, of]);
    await sayListRead('amendments', rows, { reader: reach.reader, purpose }, context);
    const addenda = await context.addenda.withIds(rows.flatMap(statementsOf));
    const named = await namedUsers(
      [...rows.flatMap(peopleOf), ...addenda.map(({ authorUserId }) => authorUserId)],
      context,
    );
    const keyIds = await context.recordKeys.findOfCases([...new Set(rows.map(({ caseId: of }) => of))]);
    return { rows, count, nextCursor, withheld: page.withheld, addenda, named, keyIds, today };
  },

  async compose({ rows, keyIds, addenda, named, today, ...page }, _, context) {
    const { workspaceId, recordCipher } = context;
    const keys = new Map<string, OpenedKey | null>();
    for (const [of, keyId] of keyIds) keys.set(of, await openedKey(keyId, context));
    return {
      amendments: rows.map((row) =>
        amendmentView(row, {
          ...{ workspaceId, entry: row, addenda, named, today },
          seal: entrySeal(workspaceId, keys.get(row.caseId) ?? null, recordCipher),
        }),
      ),
      count: page.count,
      nextCursor: page.nextCursor,
      withheldForPurpose: page.withheld,
    };
  },
});
