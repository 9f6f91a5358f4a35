import { z } from 'zod';
import { id as anId, text } from '../../kernel/shapes.ts';
import { assignmentScopes } from '../dates/precedence.ts';
import { query } from '../ports.ts';

/** Fewer letters than these would find too many documents. */
const fewestLetters = 2;
const standing = () =>
  anId().nullable().describe('The id of the policy that stands on it; null if none does.');

export const listPolicyTargets = query({
  summary: 'List what a policy can be put on',
  description:
    'The workspace, types, folders and documents, each with the policy that stands on it. Documents are listed if you search for at least two letters.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'documents lifecycle policies targets' },
  input: z.strictObject({
    scope: z.enum(assignmentScopes).optional().describe('Only targets of this kind; by default all.'),
    search: text(200, 0).default('').describe('A part of the name of folders and documents.'),
    limit: z.int().min(1).max(100).default(50).describe('How many of each kind to return, at most 100.'),
  }),
  output: z.object({
    workspace: z.object({ currentPolicyId: standing() }).describe('The workspace as a target.'),
    types: z
      .array(
        z.object({
          id: z.uuid().describe('The id of the type.'),
          name: z.string().describe('The name of the type.'),
          currentPolicyId: standing(),
        }),
      )
      .describe('Types that are not archived, by name.'),
    folders: z
      .array(
        z.object({
          id: z.uuid().describe('The id of the folder.'),
          path: z.string().describe('The names of the folders on the way to it, and its own.'),
          currentPolicyId: standing(),
        }),
      )
      .describe('Folders, by name.'),
    documents: z
      .array(
        z.object({
          id: z.uuid().describe('The id of the document.'),
          name: z.string().describe('The name of the document.'),
          currentPolicyId: standing(),
        }),
      )
      .describe('Documents, by name.'),
  }),

  async run({ scope, search, limit }, { policyAssignments }) {
    const isWanted = (kind: string) => scope === undefined || scope === kind;
    const isLongEnough = [...search].length >= fewestLetters;
    const [workspace, types, folders, documents] = await Promise.all([
      policyAssignments.on({ scope: 'workspace', targetId: null }),
      isWanted('type') ? policyAssignments.types(limit) : [],
      isWanted('folder') ? policyAssignments.folders(search, limit) : [],
      isWanted('document') && isLongEnough ? policyAssignments.documents(search, limit) : [],
    ]);
    return {
      workspace: { currentPolicyId: workspace?.policyId ?? null },
      types: [...types],
      folders: [...folders],
      documents: [...documents],
    };
  },
});
