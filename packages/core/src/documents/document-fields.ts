import { z } from 'zod';
import { id, multiline, userId, visibleName } from '../kernel/shapes.ts';
import { accessLevels, documentVisibilities, mostAccessEntries, mostTags } from './document.ts';

/** As it is asked for and as it is shown. */
export const visibility = () =>
  z
    .enum(documentVisibilities)
    .describe(
      'Who sees it: every member, or only its owner, its access list, who keeps it in force, owners and admins.',
    );

/** The fields that creating and changing a document have in common. */
export const documentFields = {
  name: visibleName(255)
    .describe('The name that people see.')
    .meta({ examples: ['Engagement letter'] }),
  description: multiline(2000).nullable().describe('What the document is about; null for none.'),
  folderId: id().nullable().describe('The id of the folder that it lies in; null is the root.'),
  documentTypeId: id().nullable().describe('The id of its document type; null for none.'),
  tags: z
    .array(visibleName(64))
    .max(mostTags)
    .refine((tags) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length, {
      error: 'Name each tag once; letter case makes no difference.',
      params: { code: 'field.duplicate' },
    })
    .describe(`Words to find it by, at most ${mostTags}.`)
    .meta({ examples: [['client', '2026']] }),
  visibility: visibility(),
};

/** What may be said about a document when it is made. */
export const newDocumentFields = {
  name: documentFields.name.optional().describe('The name that people see; by default that of the file.'),
  description: documentFields.description.optional(),
  folderId: documentFields.folderId.optional(),
  documentTypeId: documentFields.documentTypeId.optional(),
  tags: documentFields.tags.optional(),
  visibility: documentFields.visibility.optional(),
};

export const accessList = () =>
  z
    .array(
      z.strictObject({
        userId: userId().describe('The id of a member or guest of the workspace.'),
        level: z.enum(accessLevels).describe('What the person may do; a guest can only view.'),
      }),
    )
    .max(mostAccessEntries)
    .refine((entries) => new Set(entries.map((entry) => entry.userId)).size === entries.length, {
      error: 'Name each person once.',
      params: { code: 'field.duplicate' },
    });

export const documentId = () => id().describe('The id of the document.');
