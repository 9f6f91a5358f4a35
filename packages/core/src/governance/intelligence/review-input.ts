import { z } from 'zod';
import { id, multiline, userId, version } from '../../kernel/shapes.ts';
import { purposeOfUse } from '../../records/index.ts';
import { longestFinding } from './finding.ts';

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

/** What is sent where nothing of a run is kept. */
export const rejectedWhole = { rejectRun: true } as const;

export const reviewInput = z
  .strictObject({
    runId: id().describe('The id of the run.'),
    decisions: z.array(decision).max(200).default([]).describe('Each finding once.'),
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
  })
  .meta({ examples: [rejectedWhole] });
export type ReviewInput = z.output<typeof reviewInput>;
