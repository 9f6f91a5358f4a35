import { z } from 'zod';
import { documentTypeDuplicate, documentTypeTooMany } from '../errors.ts';
import { documentTypeCreated } from '../events.ts';
import { requireRoom } from '../named-things.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import { keyOf, newDocumentType, numberedKey, typeBound } from './document-type.ts';
import { identityFields, typeFields } from './type-fields.ts';
import { DocumentTypeView, documentTypeView } from './views.ts';

export const createDocumentType = command({
  summary: 'Create a document type',
  description: 'A type says which dates, numbers and responsible person its documents need.',
  access: { owner: 'any', admin: 'any' },
  feature: 'document_lifecycle',
  input: z.strictObject({
    ...typeFields,
    key: z
      .string()
      .regex(/^[a-z][a-z0-9_]{1,49}$/, 'Give 2 to 50 of a to z, 0 to 9 and _, a letter first.')
      .optional()
      .describe('A name for programs, unique in the workspace; by default made of the name.')
      .meta({ examples: ['certificate_of_insurance'] }),
    governmentIdentity: identityFields.governmentIdentity.default(false),
    identityFormats: identityFields.identityFormats.default([]),
  }),
  output: z.object({ type: DocumentTypeView }),
  errors: [documentTypeDuplicate, documentTypeTooMany],

  async run({ key: given, ...content }, context) {
    const { documentTypes, now, newId, workspaceId, emit } = context;
    await requireRoom({ name: content.name, id: null, isMore: true }, documentTypes, typeBound);
    const key = await freeKey(given, content.name, documentTypes);

    const type = newDocumentType(newId(), { ...content, key, builtIn: false }, now);
    await documentTypes.add([type]);
    emit(documentTypeCreated, { typeId: type.id, key, name: type.name, version: 1 });
    return { type: documentTypeView(type, workspaceId, 0) };
  },
});

/** The key that was given, or the first free one that the name suggests; there are at most a few hundred types. */
async function freeKey(
  given: string | undefined,
  name: string,
  documentTypes: LifecyclePorts['documentTypes'],
): Promise<string> {
  const wanted =
    given === undefined ? Array.from({ length: 1000 }, (_, at) => numberedKey(keyOf(name), at + 1)) : [given];
  const taken = new Set(await documentTypes.takenKeys(wanted));
  const free = wanted.find((key) => !taken.has(key));
  if (free === undefined) throw documentTypeDuplicate();
  return free;
}
