import { z } from 'zod';
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
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  writesOfRecords,
} from '../../records/index.ts';
import { action } from '../ports.ts';
import { decide } from './decide-findings.ts';
import { intelligenceInputChanged, intelligenceInvalidState, intelligenceRunNotFound } from './errors.ts';
import { findingResults } from './finding.ts';
import { deniedRun, foundRun, onIntelligence } from './found-run.ts';
import { type ReviewInput, rejectedWhole, reviewInput } from './review-input.ts';
import { shownRun } from './shown-run.ts';
import { IntelligenceRunView } from './views.ts';

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
  cli: { command: 'governance intelligence review', example: rejectedWhole },
  input: reviewInput,
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
