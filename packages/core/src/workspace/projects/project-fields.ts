import { z } from 'zod';
import { color, date, multiline, userId, visibleName } from '../../kernel/shapes.ts';
import { openProjectStatuses, projectPriorities, projectVisibilities } from '../project.ts';

/** The fields that creating and changing a project have in common. */
export const projectFields = {
  name: visibleName(120),
  key: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{1,9}$/, 'Give 2 to 10 capital letters and digits, a letter first.')
    .describe('Short name of the project, unique in the workspace; archived projects keep theirs.'),
  description: multiline(4000),
  priority: z.enum(projectPriorities),
  status: z.enum(openProjectStatuses),
  visibility: z
    .enum(projectVisibilities)
    .describe('A private project is visible only to its members and to owners and admins.'),
  color: color(),
  startDate: date().nullable(),
  targetDate: date().nullable().describe('A date that is not before startDate.'),
  leadUserId: userId(),
};

export const maxProjectMembers = 500;
