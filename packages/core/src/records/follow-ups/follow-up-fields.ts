import { z } from 'zod';
import { id, multiline, plannedInstant, userId, visibleName } from '../../kernel/shapes.ts';
import { followUpPriorities } from './follow-up.ts';

export const followUpId = () => id().describe('The id of the follow-up.');

/** What can be said about a follow-up, without what holds if it is left out. */
export const followUpFields = {
  title: visibleName(300)
    .describe('What is to be done.')
    .meta({ examples: ['Call back'] }),
  description: multiline(5000, 1).nullable().describe('More about it; null for nothing.'),
  priority: z.enum(followUpPriorities).describe('How pressing it is.'),
  ownerUserId: userId().describe('Who is to do it, somebody who works on the case; by default you.'),
  dueAt: plannedInstant(7).nullable().describe('When it is due; null for never.'),
  reminders: z
    .array(z.int().min(5).max(43_200))
    .max(5)
    .refine((all) => new Set(all).size === all.length, {
      error: 'Name each of them once.',
      params: { code: 'field.duplicate' },
    })
    .describe('How many minutes before it is due its owner is reminded.'),
  subjectId: id().nullable().describe('The subject of the case that it is about; null for none.'),
  artifactId: id().nullable().describe('The entry of the case that it is about; null for none.'),
  encounterId: id().nullable().describe('The encounter of the case that it follows; null for none.'),
};
