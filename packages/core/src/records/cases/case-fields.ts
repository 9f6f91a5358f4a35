import { z } from 'zod';
import {
  date,
  id,
  instant,
  multiline,
  plannedInstant,
  text,
  userId,
  visibleName,
} from '../../kernel/shapes.ts';
import { caseRoles } from '../access/decision.ts';
import { subjectFields } from '../subjects/subject-fields.ts';
import { casePriorities, caseSubjectRoles, caseVisibilities } from './case.ts';

export const caseId = () => id().describe('The id of the case.');

/** A word of an industry, in small letters. */
export const code = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[a-z][a-z0-9_]*$/, 'Begin with a small letter; give small letters, digits and _.');

/** What can be said about a case, without what holds if it is left out. */
export const caseFields = {
  title: visibleName(300)
    .describe('What people call the case.')
    .meta({ examples: ['Smith, custody'] }),
  description: multiline(5000, 1).nullable().describe('What it is about; null for nothing.'),
  priority: z.enum(casePriorities).describe('How pressing it is.'),
  visibility: z
    .enum(caseVisibilities)
    .describe('Who sees it if it has no label: its team, or every member of the workspace.'),
  referralSource: text(200).nullable().describe('Where it came from; null if unknown.'),
  jurisdiction: text(35)
    .nullable()
    .describe('Whose law holds, such as DE or US-CA; null if it does not matter.')
    .meta({ examples: ['DE'] }),
  externalReference: text(200)
    .nullable()
    .describe('Your own key of the case, unique in the workspace; null for none.'),
  tags: subjectFields.tags.describe('Words to find the case by.'),
  customFields: subjectFields.customFields,
  confidentiality: subjectFields.confidentiality,
  additionalLabels: subjectFields.additionalLabels,
};

export const openedAt = () => instant().describe('When the case was opened; by default now.');

export const memberFields = {
  userId: userId().describe('The id of the member of the workspace.'),
  role: z.enum(caseRoles).describe('What they do on the case; guests only view or review.'),
  endsAt: plannedInstant()
    .nullable()
    .default(null)
    .describe('When they leave the case by themselves; null for never.'),
};

export const linkFields = {
  subjectId: id().describe('The id of the subject.'),
  role: z.enum(caseSubjectRoles).describe('What the subject is to the case.'),
  relationship: text(100).nullable().default(null).describe('In words of your own; null for none.'),
  startsOn: date().nullable().default(null).describe('Since when; null if it does not matter.'),
};
