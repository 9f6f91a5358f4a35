import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { labels } from '../access/labels.ts';
import { searchKinds } from './ports.ts';

export const RecordSearchHitView = z
  .object({
    kind: z.enum(searchKinds).describe('What it is.'),
    id: z.uuid().describe('Its id.'),
    artifactId: z
      .uuid()
      .nullable()
      .describe('The id of the entry that it is or is a part of; null for what is none.'),
    caseId: z.uuid().describe('The id of the case that it is in.'),
    caseNumber: z.string().describe('The number of that case.'),
    title: z.string().describe('Its title.'),
    occurredAt: shown.instant().describe('When it happened.'),
    effectiveLabels: z.array(z.enum(labels)).describe('Its labels and those of what it is in.'),
    rank: z.number().describe('How well it fits, from 0 to 1.'),
    snippet: z
      .string()
      .describe('Some of what it says, around the first word that was found, as plain text.'),
    highlights: z
      .array(
        z.object({
          start: z.int().describe('Where it begins, counted in code points from 0.'),
          end: z.int().describe('Where it ends; the code point there is not part of it.'),
        }),
      )
      .describe('Where in the snippet words were found.'),
    status: z.string().describe('Its status.'),
  })
  .meta({ id: 'RecordSearchHit', description: 'A record that a search has found.' });
