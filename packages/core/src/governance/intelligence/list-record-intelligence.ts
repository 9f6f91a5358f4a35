import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, shown } from '../../kernel/shapes.ts';
import {
  caseNotFound,
  openedKey,
  purposeOfUse,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../../records/index.ts';
import { slowQuery } from '../ports.ts';
import { deniedRunOfCase } from './found-run.ts';
import { intelligenceRunStates } from './run.ts';
import { sayLabelledRead } from './say-labelled-read.ts';
import { composedRuns, readRuns } from './shown-run.ts';
import { IntelligenceRunView } from './views.ts';

export const listRecordIntelligence = slowQuery({
  summary: 'List what was looked for in a case',
  description:
    'The newest run comes first, with its findings. You see a run if you see every entry that it was drawn from.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  cli: {
    command: 'governance intelligence list',
    columns: ['createdAt', 'status', 'provider', 'kinds', 'id'],
  },
  input: z.strictObject({
    caseId: id().describe('The id of the case.'),
    status: z.enum(intelligenceRunStates.states).optional().describe('Only runs of this status.'),
    purposeOfUse: purposeOfUse(),
    ...pageFields(['instant', 'id'], { most: 50, usual: 20 }),
  }),
  output: z.object({
    runs: z.array(IntelligenceRunView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [caseNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedRunOfCase,

  find: (asked, context) => context.recordCases.seen(asked, context),

  async run({ caseId, status = null, purposeOfUse: purpose = null, limit, cursor }, context) {
    const reach = await context.recordReaders.reach(purpose, context);
    const listed = await context.intelligenceRuns.list({ caseId, status, reach }, cursor ?? null, limit);
    const { rows, count, nextCursor } = pageOf(listed, limit, ({ run }) => [run.createdAt, run.id]);
    const shownOnes = rows.map(({ run, effectiveMask }) => ({ id: run.id, effectiveMask }));
    sayLabelledRead('intelligence_runs', shownOnes, context.found.used, context);
    const keyId = await context.recordEntries.keyIdOf(caseId);
    return { read: await readRuns(rows, context), keyId, count, nextCursor };
  },

  async compose({ read, keyId, count, nextCursor }, _, context) {
    const key = keyId === null ? null : await openedKey(keyId, context);
    return { runs: composedRuns(read, key, context), count, nextCursor };
  },
});
