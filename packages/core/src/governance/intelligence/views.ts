import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { changedBy, labels, UserRef } from '../../records/index.ts';
import {
  datePrecisions,
  findingDecisions,
  findingKinds,
  findingResults,
  followUpPriorities,
  inconsistencyRules,
  severities,
} from './finding.ts';
import { intelligenceProviders } from './provider.ts';
import { intelligenceRunStates } from './run.ts';

const CitationView = z
  .object({
    artifactId: z.string().describe('The id of the entry.'),
    versionNumber: z.int().describe('Which of its versions.'),
    start: z.int().describe('Where it begins in the contentText, in code points.'),
    end: z.int().describe('Where it ends; the character there is not part of it.'),
    exact: z.string().describe('What stands there, word for word.'),
  })
  .meta({ id: 'IntelligenceCitation', description: 'A place in what an entry says.' });

const data = z
  .union([
    z.object({
      date: shown.date().describe('The day, or the first one of the month or of the year.'),
      precision: z.enum(datePrecisions).describe('How exactly the text says it.'),
    }),
    z.object({
      title: z.string().describe('What is to be done.'),
      dueOn: shown.date().nullable().describe('Until when; null if the text does not say.'),
      priority: z.enum(followUpPriorities).describe('How pressing it sounds.'),
    }),
    z.object({
      rule: z.enum(inconsistencyRules).describe('What the two places contradict each other in.'),
      severity: z.enum(severities).describe('How much it matters.'),
    }),
  ])
  .nullable();

export const FindingView = z
  .object({
    id: shown.ownId(),
    kind: z.enum(findingKinds).describe('What was looked for.'),
    text: z.string().describe('What was found.'),
    data: data.describe('More about it, by its kind; null for a summary.'),
    confidence: z.number().describe('Between 0 and 1; of the rules of this machine the weight of the rule.'),
    citations: z.array(CitationView).describe('The places that it is drawn from.'),
    decision: z.enum(findingDecisions).describe('What somebody has decided about it.'),
    editedText: z
      .string()
      .nullable()
      .describe('What it says after somebody has edited it; null if nobody has.'),
    decidedBy: UserRef.nullable().describe('Who has decided it; null as long as nobody has.'),
    decidedAt: shown.instant().nullable().describe('When it was decided; null until then.'),
    result: z
      .object({
        kind: z.enum(findingResults).describe('What was made of it.'),
        id: z.string().describe('The id of that.'),
      })
      .nullable()
      .describe('What was made of it; null for nothing.'),
  })
  .meta({
    id: 'IntelligenceFinding',
    description: 'A computed proposal, with the places that it is drawn from.',
  });

export const IntelligenceRunView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    caseId: z.string().describe('The id of the case.'),
    kinds: z.array(z.enum(findingKinds)).describe('What was looked for.'),
    provider: z.enum(intelligenceProviders).describe('Who computes.'),
    model: z.string().describe('What computes.'),
    language: z.string().describe('The language that the entries were read in.'),
    inputs: z
      .array(
        z.object({
          artifactId: z.string().describe('The id of the entry.'),
          versionNumber: z.int().describe('Which of its versions.'),
          contentHash: z.string().describe('The hash of what it says.'),
        }),
      )
      .describe('What was read.'),
    excludedByLabel: z
      .int()
      .nullable()
      .describe('How many entries were left out for their labels; null for whoever did not begin the run.'),
    effectiveLabels: z.array(z.enum(labels)).describe('The labels of all that was read, the highest first.'),
    status: z.enum(intelligenceRunStates.states).describe('Where it stands.'),
    findings: z.array(FindingView).describe('What was found.'),
    droppedFindings: z.int().describe('How many were dropped, because what they quote does not stand there.'),
    startedAt: shown.instant().nullable().describe('When it began to compute; null until then.'),
    finishedAt: shown.instant().nullable().describe('When it ended; null until then.'),
    error: z
      .object({ code: z.string().describe('Why.') })
      .nullable()
      .describe('Why it failed; null if it did not.'),
    reviewedBy: UserRef.nullable().describe('Who has decided the last finding; null until then.'),
    reviewedAt: shown.instant().nullable().describe('When that was; null until then.'),
    reviewComment: z.string().nullable().describe('What they said about it; null for nothing.'),
    expiresAt: shown
      .instant()
      .nullable()
      .describe('Until when its findings can be decided; null until it has ended.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who began it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: changedBy(),
    version: shown.version(),
  })
  .meta({ id: 'IntelligenceRun', description: 'One computation over entries of a case.' });
