import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { assignmentScopes } from '../dates/precedence.ts';
import type { PolicyAssignment } from './assignment.ts';

export const PolicyAssignmentView = z
  .object({
    id: shown.ownId(),
    policyId: z.uuid().describe('The id of the policy.'),
    scope: z.enum(assignmentScopes).describe('What it was put on.'),
    targetId: z.uuid().nullable().describe('The id of what it was put on; null of the workspace.'),
    note: z.string().nullable().describe('Why; null if nobody said.'),
    createdByUserId: z.string().describe('The id of who put it there.'),
    createdAt: shown.createdAt(),
    endedAt: shown.instant().nullable().describe('When it ended; null while it stands.'),
    endedByUserId: z.string().nullable().describe('The id of who ended it; null if nobody did.'),
  })
  .meta({
    id: 'PolicyAssignment',
    description: 'A policy put on the workspace, a type, a folder or a document.',
  });

export const policyAssignmentView = (assignment: PolicyAssignment): z.input<typeof PolicyAssignmentView> => ({
  ...assignment,
});
