import { z } from 'zod';
import { documentTypeNotFound } from '../../documents/index.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { version } from '../../kernel/shapes.ts';
import { documentTypeBuiltIn, documentTypeDuplicate, documentTypeTooMany } from '../errors.ts';
import { documentTypeUpdated, documentTypeWasArchived } from '../events.ts';
import { requireRoom } from '../named-things.ts';
import { command } from '../ports.ts';
import { countsOfTypes } from './counted-types.ts';
import { type DocumentType, documentTypeStates, inStatus, typeBound } from './document-type.ts';
import { identityFields, typeFields, typeId } from './type-fields.ts';
import { DocumentTypeView, documentTypeView } from './views.ts';

const keptOnlyIfBuiltIn = 'by default false, or of a built-in type what it is';

export const updateDocumentType = command({
  summary: 'Change a document type',
  description:
    'Replaces all that can be changed: a field that is left out gets its default. Of a built-in type, whether it is a government identity and its formats stay as they are.',
  access: { owner: 'any', admin: 'any' },
  feature: 'document_lifecycle',
  input: z.strictObject({
    typeId: typeId(),
    ...typeFields,
    governmentIdentity: identityFields.governmentIdentity
      .optional()
      .describe(`Whether identities can be verified by documents of this type; ${keptOnlyIfBuiltIn}.`),
    identityFormats: identityFields.identityFormats.optional(),
    status: z
      .enum(documentTypeStates.states)
      .default('active')
      .describe('An archived type stays with its documents and is given to no other.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ type: DocumentTypeView }),
  errors: [documentTypeNotFound, documentTypeDuplicate, documentTypeBuiltIn, documentTypeTooMany],

  find: ({ typeId: id }, { documentTypes }) => documentTypes.get(id, 'for update'),
  version: (type) => type.version,

  async run({ typeId: id, expectedVersion: _, status, ...given }, context) {
    const { found: type, documentTypes, user, workspaceId, now, emit } = context;
    const changed = inStatus({ ...type, ...given, ...identityOf(type, given) }, status);
    const counts = await countsOfTypes([id], { documentTypes, user });
    const answer = (one: DocumentType) => ({
      type: documentTypeView(one, workspaceId, counts.get(id) ?? 0),
    });
    if (sameJson(changed, type)) return answer(type);
    if (changed.status === 'active')
      await requireRoom({ ...changed, isMore: type.status === 'archived' }, documentTypes, typeBound);

    const after = await documentTypes.save({ ...changed, updatedAt: now });
    const isArchived = type.status === 'active' && after.status === 'archived';
    emit(isArchived ? documentTypeWasArchived : documentTypeUpdated, {
      typeId: id,
      key: after.key,
      name: after.name,
      version: after.version,
    });
    return answer(after);
  },
});

type Identity = Pick<DocumentType, 'governmentIdentity' | 'identityFormats'>;
type Given = { readonly [F in keyof Identity]?: Identity[F] | undefined };

/** What a built-in type is stays; it may be left out or said again. */
function identityOf(type: DocumentType, given: Given): Identity {
  const { governmentIdentity = type.builtIn && type.governmentIdentity } = given;
  const { identityFormats = type.builtIn ? type.identityFormats : [] } = given;
  const same =
    governmentIdentity === type.governmentIdentity && sameJson(identityFormats, type.identityFormats);
  if (type.builtIn && !same) throw documentTypeBuiltIn();
  return { governmentIdentity, identityFormats };
}
