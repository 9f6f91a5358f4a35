import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { policyAssignmentNotFound, policyNotFound } from '../errors.ts';
import { policyId } from '../policies/policy-fields.ts';
import { command } from '../ports.ts';
import { settleTarget, takePolicy } from './put-policy.ts';
import { PolicyAssignmentView, policyAssignmentView } from './views.ts';

export const unassignExpirationPolicy = command({
  summary: 'Take an expiration policy away from something',
  description: 'The next policy in precedence applies from then on. What has ended stays as history.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'documents lifecycle policies unassign' },
  input: z.strictObject({
    policyId: policyId(),
    assignmentId: id().describe('The id of the assignment.'),
  }),
  output: z.object({
    assignment: PolicyAssignmentView,
    affectedDocuments: z.int().describe('How many documents lie below what it was put on.'),
  }),
  errors: [policyNotFound, policyAssignmentNotFound],

  async find({ policyId: wanted, assignmentId }, { expirationPolicies, policyAssignments, documentLibrary }) {
    await expirationPolicies.get(wanted);
    const assignment = await policyAssignments.get(assignmentId);
    if (assignment === null || assignment.policyId !== wanted) throw policyAssignmentNotFound();
    // Documents are locked before what was put on them.
    if (assignment.scope === 'document' && assignment.targetId !== null)
      await documentLibrary.get(assignment.targetId, 'for update');
    return assignment;
  },

  async run(_, context) {
    const { scope, targetId } = context.found;
    const target = { scope, targetId };
    const assignment = await takePolicy(target, context);
    // Somebody else may have replaced it while this call waited for the target.
    if (assignment === null || assignment.id !== context.found.id) throw policyAssignmentNotFound();
    const affectedDocuments = await settleTarget(target, context);
    return { assignment: policyAssignmentView(assignment), affectedDocuments };
  },
});
