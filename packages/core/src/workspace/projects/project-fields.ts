import { z } from 'zod';
import { color, multiline, plannedDate, userId, visibleName } from '../../kernel/shapes.ts';
import { openProjectStatuses, projectPriorities, projectVisibilities } from '../project.ts';

/** The fields that creating and changing a project have in common. */
export const projectFields = {
  name: visibleName(120)
    .describe('The name of the project.')
    .meta({ examples: ['Relaunch'] }),
  key: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{1,9}$/, 'Give 2 to 10 capital letters and digits, a letter first.')
    .describe('Short name of the project, unique in the workspace; archived projects keep theirs.'),
  description: multiline(4000).describe('What the project is about.'),
  priority: z.enum(projectPriorities).describe('How urgent it is.'),
  status: z.enum(openProjectStatuses).describe('How far the project is.'),
  visibility: z
    .enum(projectVisibilities)
    .describe('A private project is visible only to its members and to owners and admins.'),
  color: color().describe('The colour, such as #1f6feb.'),
  startDate: plannedDate().nullable().describe('The day on which it starts; null without one.'),
  targetDate: plannedDate(28)
    .nullable()
    .describe('The day on which it is to be done, not before startDate; null without one.'),
  leadUserId: userId().describe('The id of the person who leads it; null without one.'),
};

export const maxProjectMembers = 500;
