import { z } from 'zod';
import { documentNotFound, viewerOf } from '../../documents/index.ts';
import { assignmentScopes, precedenceOf, precedenceReasons } from '../dates/precedence.ts';
import { expirationPolicyStates } from '../policies/expiration-policy.ts';
import { type LifecyclePorts, query } from '../ports.ts';
import { documentId } from './get-document-lifecycle.ts';

const targetId = () =>
  z.uuid().nullable().describe('The id of what the policy was put on; null of the workspace.');

export const getPolicyPrecedence = query({
  summary: 'Explain which policy applies to a document',
  description:
    'Tries the document, its folders from the nearest to the uppermost, its type and the workspace, in this order, and says of each why it applies or does not.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z.strictObject({ documentId: documentId() }),
  output: z.object({
    winner: z
      .object({
        policyId: z.uuid().describe('The id of the policy.'),
        policyName: z.string().describe('The name of the policy.'),
        scope: z.enum(assignmentScopes).describe('What it was put on.'),
        targetId: targetId(),
      })
      .nullable()
      .describe('The policy that applies; null if none does.'),
    trace: z
      .array(
        z.object({
          scope: z.enum(assignmentScopes).describe('What was looked at.'),
          targetId: targetId(),
          targetName: z.string().nullable().describe('Its name; null of the workspace.'),
          policyId: z.uuid().nullable().describe('The id of the policy there; null if there is none.'),
          policyName: z.string().nullable().describe('The name of the policy; null if there is none.'),
          policyStatus: z
            .enum(expirationPolicyStates.states)
            .nullable()
            .describe('The status of the policy; null if there is none.'),
          applies: z.boolean().describe('True of the one that applies.'),
          reason: z.enum(precedenceReasons).describe('Why it applies, or why it does not.'),
        }),
      )
      .describe('Every place in the order in which it was tried.'),
  }),
  errors: [documentNotFound],

  find: ({ documentId: id }, { documentLibrary, user }) => documentLibrary.find(id, viewerOf(user)),

  async run(_, context) {
    const { found: document, documentLibrary, policyAssignments, expirationPolicies } = context;
    const { id, documentTypeId: typeId, folderId } = document;
    const folders = folderId === null ? [] : await documentLibrary.folderPath(folderId);
    const place = { documentId: id, folderIds: folders.map((folder) => folder.id).reverse(), typeId };
    const standing = await policyAssignments.standingOn([place]);
    const { winner, trace } = precedenceOf(place, standing);
    const policies = await expirationPolicies.among(standing.map(({ policyId }) => policyId));
    const names = new Map([
      [id, document.name],
      ...folders.map((folder) => [folder.id, folder.name] as const),
      ...(await nameOfType(typeId, context)),
      ...policies.map((policy) => [policy.id, policy.name] as const),
    ]);
    const steps = trace.map(({ scope, targetId: target, assignment, reason }) => ({
      scope,
      targetId: target,
      targetName: target === null ? null : (names.get(target) ?? null),
      policyId: assignment?.policyId ?? null,
      policyName: assignment === null ? null : (names.get(assignment.policyId) ?? null),
      policyStatus: assignment?.policyStatus ?? null,
      applies: reason === 'wins',
      reason,
    }));
    return {
      winner: winner && {
        policyId: winner.policyId,
        policyName: names.get(winner.policyId) ?? '',
        scope: winner.scope,
        targetId: winner.targetId,
      },
      trace: steps,
    };
  },
});

async function nameOfType(
  typeId: string | null,
  { documentTypes }: Pick<LifecyclePorts, 'documentTypes'>,
): Promise<readonly (readonly [string, string])[]> {
  if (typeId === null) return [];
  const type = await documentTypes.get(typeId);
  return [[type.id, type.name]];
}
