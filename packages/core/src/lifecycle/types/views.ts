import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import {
  type DocumentType,
  datesOfTypes,
  documentTypeStates,
  identifierKinds,
  identityFormats,
  typeCategories,
} from './document-type.ts';

/** Counting ends here, so that a page costs the same whatever there is. */
export const mostCounted = 1000;

export const DocumentTypeView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    key: z.string().describe('A name for programs; it never changes.'),
    name: z.string().describe('The name that people see.'),
    description: z.string().nullable().describe('What documents of this type are; null if nothing is said.'),
    category: z.enum(typeCategories).describe('What kind of type it is.'),
    builtIn: z.boolean().describe('True if every workspace begins with it.'),
    status: z.enum(documentTypeStates.states).describe('Whether documents can be given it.'),
    expirationExpected: z.boolean().describe('Whether a document of this type without a date is a risk.'),
    ownerRequired: z
      .boolean()
      .describe('Whether somebody has to be responsible for keeping such a document in force.'),
    requiredDates: z.array(z.enum(datesOfTypes)).describe('The dates that such a document has to have.'),
    requiredIdentifiers: z
      .array(z.enum(identifierKinds))
      .describe('The numbers that such a document has to carry.'),
    governmentIdentity: z.boolean().describe('Whether identities can be verified by such documents.'),
    identityFormats: z
      .array(z.enum(identityFormats))
      .describe('The formats of machine readable zones that it may have; empty takes all.'),
    extractionLanguages: z
      .array(z.string())
      .describe('The languages to read such documents in; empty means those of the workspace.'),
    documentCount: z
      .int()
      .describe(`How many active documents you see of it; ${mostCounted} means ${mostCounted} or more.`),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'DocumentType', description: 'A class of documents with its duties.' });

export const documentTypeView = (
  type: DocumentType,
  workspaceId: string,
  documentCount: number,
): z.input<typeof DocumentTypeView> => ({
  ...type,
  workspaceId,
  requiredDates: [...type.requiredDates],
  requiredIdentifiers: [...type.requiredIdentifiers],
  identityFormats: [...type.identityFormats],
  extractionLanguages: [...type.extractionLanguages],
  documentCount,
});
