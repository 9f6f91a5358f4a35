import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, instant, shown, userId } from '../../kernel/shapes.ts';
import { sayListRead } from '../access/list-read.ts';
import { reachFor } from '../access/reader.ts';
import { caseId, code } from '../cases/case-fields.ts';
import { deniedCase, seenCase } from '../cases/seen-case.ts';
import { caseNotFound, recordsPurposeNotAllowed, recordsPurposeRequired } from '../errors.ts';
import { query } from '../ports.ts';
import { mostWithheld } from '../subjects/ports.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { entryStates } from './entry.ts';
import { entrySummaries } from './entry-summaries.ts';
import { entryCursor } from './ports.ts';
import { EntrySummaryView } from './views.ts';

export const listCaseEntries = query({
  summary: 'List the entries of a case',
  description: 'Newest first, by when what they record happened.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['title', 'entryType', 'status', 'occurredAt', 'author.displayName', 'id'] },
  input: z.strictObject({
    caseId: caseId(),
    status: z.enum(entryStates.states).optional().describe('Shows entries that stand there.'),
    entryType: code(100).optional().describe('Shows entries of this type.'),
    encounterId: id().optional().describe('Shows entries of this encounter.'),
    authorUserId: z
      .union([z.literal('me'), userId()])
      .optional()
      .describe('Shows entries of this author; me are yours.'),
    from: instant().optional().describe('Shows what happened then or later.'),
    to: instant().optional().describe('Shows what happened then or earlier.'),
    ...pageFields(entryCursor, { most: 100, usual: 25 }),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({
    entries: z.array(EntrySummaryView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
    withheldForPurpose: z
      .int()
      .nullable()
      .describe(
        `How many you would see for another purpose, of the whole list; ${mostWithheld} means ${mostWithheld} or more. Null behind the first page.`,
      ),
  }),
  errors: [caseNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedCase,

  find: (input, context) => seenCase(input, context),

  async run({ caseId: of, purposeOfUse: purpose = null, limit, cursor, ...given }, context) {
    const { reader } = context.found;
    const { entries, now, user } = context;
    const filter = {
      status: given.status ?? null,
      entryType: given.entryType ?? null,
      encounterId: given.encounterId ?? null,
      authorUserId: given.authorUserId === 'me' ? user.userId : (given.authorUserId ?? null),
      from: given.from ?? null,
      to: given.to ?? null,
    };
    const reach = reachFor(reader, purpose, now);
    const page = await entries.list(of, { filter, reach, after: cursor ?? null, limit });
    const { rows, count, nextCursor } = pageOf(page.entries, limit, (entry) => [entry.occurredAt, entry.id]);
    await sayListRead('entries', rows, { reader, purpose }, context);
    return {
      entries: await entrySummaries(rows, context),
      count,
      nextCursor,
      withheldForPurpose: page.withheld,
    };
  },
});
