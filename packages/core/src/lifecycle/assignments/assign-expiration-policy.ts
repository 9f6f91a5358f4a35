import { z } from 'zod';
import {
  documentNotFound,
  documentTypeArchived,
  documentTypeNotFound,
  folderNotFound,
} from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { id, text } from '../../kernel/shapes.ts';
import { ofRoles, onlyWhen } from '../../kernel/thing-permission.ts';
import { invalidField } from '../../kernel/validation.ts';
import { assignmentScopes } from '../dates/precedence.ts';
import { policyArchived, policyNotFound } from '../errors.ts';
import { type DocumentInLifecycle, lifecycleToChange } from '../lifecycles/found-lifecycle.ts';
import { onLifecycleAmong } from '../lifecycles/lifecycle-permissions.ts';
import type { AssignmentTarget } from '../lifecycles/ports.ts';
import type { ExpirationPolicy } from '../policies/expiration-policy.ts';
import { policyId } from '../policies/policy-fields.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import { putPolicy, settleTarget } from './put-policy.ts';
import { PolicyAssignmentView, policyAssignmentView } from './views.ts';

interface FoundTarget {
  readonly policy: ExpirationPolicy;
  /** Of the scope `document`. */
  readonly inLifecycle: DocumentInLifecycle | null;
}
type Target = { readonly scope: AssignmentTarget['scope']; readonly targetId?: string | undefined };
const isOfDocument = (_: unknown, { scope }: Target) => scope === 'document';

export const assignExpirationPolicy = command({
  summary: 'Put an expiration policy on something',
  description:
    'On the workspace, a type, a folder or a document; the policy that stood there before is replaced. Who manages a document may put a policy on it, everything else is for owners and admins.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  cli: { command: 'documents lifecycle policies assign', example: { scope: 'workspace' } },
  input: z.strictObject({
    policyId: policyId(),
    scope: z
      .enum(assignmentScopes)
      .describe('What to put it on.')
      .meta({ examples: ['workspace'] }),
    targetId: id().optional().describe('The id of the type, folder or document; not of the workspace.'),
    note: text(200).nullable().default(null).describe('Why; null for nothing.'),
  }),
  output: z.object({
    assignment: PolicyAssignmentView,
    replacedAssignmentId: z
      .uuid()
      .nullable()
      .describe('The id of the assignment that was replaced; null if nothing was.'),
    affectedDocuments: z.int().describe('How many documents lie below what it was put on.'),
  }),
  errors: [
    policyNotFound,
    policyArchived,
    documentNotFound,
    documentTypeNotFound,
    documentTypeArchived,
    folderNotFound,
  ],

  async find({ policyId: wanted, scope, targetId }, context): Promise<FoundTarget> {
    const policy = await context.expirationPolicies.get(wanted);
    const inLifecycle =
      scope === 'document' && targetId !== undefined
        ? await lifecycleToChange({ documentId: targetId }, context)
        : null;
    return { policy, inLifecycle };
  },
  may: [
    onlyWhen(
      'the scope is document',
      (found: FoundTarget, input: Target) => isOfDocument(found, input) && found.inLifecycle !== null,
      onLifecycleAmong(({ inLifecycle }: FoundTarget) => inLifecycle)('configure'),
    ),
    onlyWhen(
      'the scope is none of a document',
      (found: FoundTarget, input: Target) => !isOfDocument(found, input),
      ofRoles('workspace', 'assign_policies', ['owner', 'admin']),
    ),
  ],

  async run({ scope, targetId, note }, context) {
    const { policy } = context.found;
    const target = await requireTarget({ scope, targetId }, context);
    if (policy.status === 'archived') throw policyArchived();
    const { assignment, replacedAssignmentId, isNew } = await putPolicy(policy, target, note, context);
    const affectedDocuments = isNew
      ? await settleTarget(target, context)
      : await context.lifecycles.countConcerned(target);
    return { assignment: policyAssignmentView(assignment), replacedAssignmentId, affectedDocuments };
  },
});

/** The target, if there is such a type or folder; a document was found before. */
async function requireTarget(
  { scope, targetId }: Target,
  { documentTypes, documentLibrary }: LifecyclePorts & HandlerContext,
): Promise<AssignmentTarget> {
  if (scope === 'workspace') {
    if (targetId !== undefined)
      throw invalidField('/targetId', 'field.not_an_option', 'Leave it out: the workspace is the target.');
    return { scope, targetId: null };
  }
  if (targetId === undefined)
    throw invalidField('/targetId', 'field.required', 'Give the id of the type, folder or document.');
  if (scope === 'type' && (await documentTypes.get(targetId)).status === 'archived')
    throw documentTypeArchived();
  if (scope === 'folder' && (await documentLibrary.folderPath(targetId)).length === 0) throw folderNotFound();
  return { scope, targetId };
}
