import { z } from 'zod';
import {
  documentInvalidState,
  documentNotFound,
  documentTypeArchived,
  documentTypeNotFound,
} from '../../documents/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { id, text, userId, version } from '../../kernel/shapes.ts';
import { memberNotFound } from '../../workspace/index.ts';
import { putPolicy, takePolicy } from '../assignments/put-policy.ts';
import { evidenceNotFound, policyArchived, policyNotFound } from '../errors.ts';
import { lifecycleConfigured } from '../events.ts';
import { extractNewDocument } from '../extraction/runs/extract-new-document.ts';
import { documentDate } from '../policies/policy-fields.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import { identifierKinds } from '../types/document-type.ts';
import { requireOrder, requireOwner } from './checked-lifecycle.ts';
import { evaluateDocuments } from './evaluate-documents.ts';
import { type DocumentInLifecycle, lifecycleToChange } from './found-lifecycle.ts';
import { documentId } from './get-document-lifecycle.ts';
import {
  configured,
  type Identifier,
  type LifecycleContent,
  mostIdentifiers,
  type PrintedNumber,
} from './lifecycle.ts';
import { aboutLifecycle } from './lifecycle-facts.ts';
import { onLifecycle } from './lifecycle-permissions.ts';
import { LifecycleView, lifecycleView } from './views.ts';

const orNull = <S extends z.ZodType>(shape: S) => shape.nullable().default(null as never);

export const configureDocumentLifecycle = command({
  summary: 'Say until when a document is valid',
  description:
    'Replaces all that people say about it: a field that is left out is cleared. A confirmation stays while the date that was confirmed does.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  input: z.strictObject({
    documentId: documentId(),
    typeId: orNull(id()).describe('The id of its document type; null for none.'),
    ownerUserId: orNull(userId()).describe('The id of the member who keeps it in force; null for nobody.'),
    policyId: orNull(id()).describe('The id of a policy for this document alone; null for none.'),
    issuedOn: orNull(documentDate()).describe('When it was issued; null if it is not known.'),
    effectiveOn: orNull(documentDate()).describe('From when on it is valid; null if it is not known.'),
    statedExpiresOn: orNull(documentDate()).describe(
      'The last day of its validity; null leaves it to the policy.',
    ),
    noExpiration: z.boolean().default(false).describe('Whether it never expires.'),
    identifiers: z
      .array(
        z.strictObject({
          kind: z.enum(identifierKinds).describe('What kind of number it is.'),
          value: text(60)
            .describe('The number as it is printed.')
            .meta({ examples: ['PL-2026-00431'] }),
          evidenceId: id()
            .nullable()
            .optional()
            .describe(
              'The id of the evidence of this document that it comes from; null for none, and left out it stays as it is for the same number.',
            ),
        }),
      )
      .max(mostIdentifiers)
      .default([])
      .describe('The numbers that it carries.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ lifecycle: LifecycleView }),
  errors: [
    documentNotFound,
    documentInvalidState,
    documentTypeNotFound,
    documentTypeArchived,
    policyNotFound,
    policyArchived,
    memberNotFound,
    evidenceNotFound,
  ],

  find: lifecycleToChange,
  may: onLifecycle('configure'),
  version: ({ lifecycle }) => lifecycle.version,

  async run({ documentId: _, expectedVersion: __, typeId, policyId, identifiers, ...given }, context) {
    const { found, lifecycles, now, emit } = context;
    if (found.document.status !== 'active') throw documentInvalidState();
    const content = { ...given, identifiers: await provenIdentifiers(identifiers, found, context) };
    const after = configured(found.lifecycle, content);
    requireOrder(after);
    await requireOwner(content.ownerUserId, found.lifecycle.ownerUserId, context);
    const document = await withType(found.document, typeId, context);
    const isPolicyNew = await withPolicy(document.id, policyId, context);

    const saysTheSame = contentFields.every((field) => sameJson(found.lifecycle[field], after[field]));
    if (saysTheSame && !isPolicyNew && document === found.document)
      return { lifecycle: await lifecycleView(found, context) };
    const saved = await lifecycles.save({ ...after, updatedAt: now });
    await evaluateDocuments([document.id], context);
    if (document !== found.document) await extractNewDocument(document.id, context);
    const lifecycle = await lifecycles.read(document.id, now);
    emit(lifecycleConfigured, { ...aboutLifecycle({ document, lifecycle }), version: saved.version });
    return { lifecycle: await lifecycleView({ document, lifecycle }, context) };
  },
});

type Context = WritingContext & LifecyclePorts;

const contentFields = [
  'ownerUserId',
  'issuedOn',
  'effectiveOn',
  'statedExpiresOn',
  'noExpiration',
  'identifiers',
] as const satisfies readonly (keyof LifecycleContent)[];

type GivenIdentifier = PrintedNumber & { readonly evidenceId?: string | null | undefined };

/** The numbers with what they come from: that of a number stays unless another evidence of the document is named. */
const provenIdentifiers = (
  given: readonly GivenIdentifier[],
  { document, lifecycle }: DocumentInLifecycle,
  { evidence }: Context,
): Promise<readonly Identifier[]> =>
  Promise.all(
    given.map(async ({ kind, value, evidenceId }) => {
      const there = lifecycle.identifiers.find((one) => one.kind === kind && one.value === value);
      const before = there?.evidenceId ?? null;
      if (evidenceId === undefined || evidenceId === before) return { kind, value, evidenceId: before };
      const isOfDocument = evidenceId === null || (await evidence.get(evidenceId)).documentId === document.id;
      if (!isOfDocument) throw evidenceNotFound();
      return { kind, value, evidenceId };
    }),
  );

/** The document with this type; a type that it has already may be archived by now. */
async function withType(
  document: DocumentInLifecycle['document'],
  typeId: string | null,
  { documentTypes, documentLibrary, now }: Context,
) {
  if (typeId === document.documentTypeId) return document;
  if (typeId !== null && (await documentTypes.get(typeId)).status === 'archived')
    throw documentTypeArchived();
  return documentLibrary.setType(document, typeId, now);
}

/** True if another policy stands on the document now. */
async function withPolicy(documentId: string, policyId: string | null, context: Context): Promise<boolean> {
  const target = { scope: 'document' as const, targetId: documentId };
  if (policyId === null) return (await takePolicy(target, context)) !== null;
  const policy = await context.expirationPolicies.get(policyId);
  const standing = await context.policyAssignments.on(target);
  if (policy.status === 'archived' && standing?.policyId !== policyId) throw policyArchived();
  return (await putPolicy(policy, target, null, context)).isNew;
}
