import { z } from 'zod';
import { date } from '../../kernel/shapes.ts';
import { caseId } from '../cases/case-fields.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';

export const bundleParts = ['encounters', 'entries', 'follow_ups', 'attachments', 'audit'] as const;
export type BundlePart = (typeof bundleParts)[number];
const usualParts = bundleParts.filter((part) => part !== 'audit');

export const bundleFields = {
  caseId: caseId(),
  from: date().optional().describe('Leaves out what happened before this day.'),
  to: date().optional().describe('Leaves out what happened after this day.'),
  include: z
    .string()
    .max(100)
    .transform((text, context) => {
      const parts = text.split(',').map((part) => part.trim());
      if (parts.every((part): part is BundlePart => (bundleParts as readonly string[]).includes(part)))
        return parts;
      context.addIssue({ code: 'custom', message: 'Name parts of a bundle, with commas between them.' });
      return z.NEVER;
    })
    .default([...usualParts])
    .describe(
      `What goes into it, of ${bundleParts.join(', ')}, with commas between; all but audit by default.`,
    )
    .meta({ examples: ['entries,attachments'] }),
  versions: z
    .enum(['current', 'all'])
    .default('current')
    .describe('Whether of an amended entry the newest signed version is shown, or all of them.'),
  redactOtherSubjects: z
    .boolean()
    .default(true)
    .describe(
      'Leaves out the names of others than the primary subject where they are listed; what people wrote stays as it was signed.',
    ),
  purposeOfUse: purposeOfUse(),
};
const asked = z.object(bundleFields);
export type BundleAsked = z.output<typeof asked>;
