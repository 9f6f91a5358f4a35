import { z } from 'zod';
import { locale, visibleName } from '../../kernel/shapes.ts';
import { itemsInput, wordsInput } from '../request-fields.ts';

/** What may be said about a template. */
export const templateInput = {
  name: visibleName(120)
    .describe('What you know the template by, unique among those that are not archived.')
    .meta({ examples: ['Tax return'] }),
  title: wordsInput.title,
  message: wordsInput.message,
  items: itemsInput(),
  dueInDays: z
    .int()
    .min(1)
    .max(365)
    .nullable()
    .describe('How many days clients have from the day of the request; null for no due date.'),
  reminders: wordsInput.reminders,
  language: locale().describe('The language of mails and page; by default that of the workspace.'),
};
