import { z } from 'zod';
import { id, multiline, userId, version } from '../../kernel/shapes.ts';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import {
  caseInvalidState,
  caseNotFound,
  entryInvalidState,
  entryNotAuthor,
  entryNotFound,
  entryTooLarge,
  followUpOwnerNotMember,
  openedKey,
  purposeOfUse,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  writesOfRecords,
} from '../../records/index.ts';
import { action } from '../ports.ts';
import { decide } from './decide-findings.ts';
import { intelligenceInputChanged, intelligenceInvalidState, intelligenceRunNotFound } from './errors.ts';
import { findingResults, longestFinding } from './finding.ts';
import { deniedRun, foundRun, onIntelligence } from './found-run.ts';
import { shownRun } from './shown-run.ts';
import { IntelligenceRunView } from './views.ts';

const decision = z
  .strictObject({
    findingId: id().describe('The id of the finding.'),
    decision: z.enum(['accepted', 'edited', 'rejected']).describe('What you decide.'),
    editedText: multiline(longestFinding, 1)
      .optional()
      .describe('What it says instead; for an edited one, and for no other.'),
    createFollowUp: z.boolean().default(false).describe('Whether a follow-up is made of it.'),
    followUpOwnerUserId: userId().optional().describe('Who is to do it; by default you.'),
    insertIntoArtifactId: id()
      .optional()
      .describe('The id of a draft of yours in the case, at the end of which it is written.'),
  })
  .meta({ id: 'IntelligenceDecision', description: 'What somebody decides about a finding.' });

const input = z.strictObject({
  runId: id().describe('The id of the run.'),
  decisions: z.array(decision).max(200).describe('Each finding once.'),
  rejectRun: z
    .boolean()
    .default(false)
    .describe('Whether all that is undecided is rejected; then without decisions.'),
  comment: multiline(2000, 1)
    .nullable()
    .default(null)
    .describe('What you say about the run; null for nothing.'),
  expectedVersion: version().optional(),
  purposeOfUse: purposeOfUse(),
});
export type ReviewInput = z.output<typeof input>;

const makesSomething = (_: unknown, { decisions }: Pick<ReviewInput, 'decisions'>) =>
  decisions.some(
    ({ createFollowUp, insertIntoArtifactId }) => createFollowUp || insertIntoArtifactId !== undefined,
  );

export const reviewRecordIntelligence = action({
  summary: 'Decide what becomes of findings',
  description:
    'Nothing is made of a finding unless somebody decides so here: a follow-up, or a text in a draft. A finding that cites an entry which was amended or marked as an error since can only be rejected.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance intelligence review', example: { rejectRun: true, decisions: [] } },
  input,
  output: z.object({
    run: IntelligenceRunView,
    created: z
      .array(
        z.object({
          findingId: z.string().describe('The id of the finding.'),
          kind: z.enum(findingResults).describe('What was made of it.'),
          id: z.string().describe('The id of that.'),
        }),
      )
      .describe('What was made of findings.'),
  }),
  errors: [
    intelligenceRunNotFound,
    intelligenceInvalidState,
    intelligenceInputChanged,
    caseNotFound,
    caseInvalidState,
    followUpOwnerNotMember,
    entryNotFound,
    entryNotAuthor,
    entryInvalidState,
    entryTooLarge,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedRun,

  find: foundRun,
  may: [
    onIntelligence('review'),
    onlyWhen('a follow-up or a text in a draft is made', makesSomething, onIntelligence('run')),
  ],
  version: ({ run }) => run.version,

  async prepare({ runId }, context) {
    const keyId = await context.transact(async ({ intelligenceRuns, recordEntries }) => {
      const run = await intelligenceRuns.find(runId);
      return run === null ? null : recordEntries.keyIdOf(run.caseId);
    });
    return keyId === null ? null : openedKey(keyId, context);
  },

  async run(given, context) {
    const { found, prepared: key } = context;
    const { run, created } = await decide(given, found, key, context);
    context.accessedBy(found.used);
    return { run: await shownRun({ ...found, run }, key, context), created };
  },
});
