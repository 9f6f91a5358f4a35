import { z } from 'zod';
import { documentInvalidState, documentNotFound } from '../../documents/index.ts';
import type { FailureType } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, multiline, version } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  calculationNotFound,
  evidenceNotFound,
  identityVerificationNotFound,
  lifecycleReferenceDiffers,
  lifecycleReferenceStale,
} from '../errors.ts';
import { lifecycleConfirmed } from '../events.ts';
import { sayingOf } from '../extraction/evidence/evidence.ts';
import { openedFields } from '../identities/identity-verification.ts';
import { requireOrder } from '../lifecycles/checked-lifecycle.ts';
import { evaluateDocuments } from '../lifecycles/evaluate-documents.ts';
import { lifecycleToChange } from '../lifecycles/found-lifecycle.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { confirmed, confirmedSources } from '../lifecycles/lifecycle.ts';
import { aboutLifecycle } from '../lifecycles/lifecycle-facts.ts';
import { onLifecycle } from '../lifecycles/lifecycle-permissions.ts';
import { LifecycleView, lifecycleView } from '../lifecycles/views.ts';
import { documentDate } from '../policies/policy-fields.ts';
import { command, type LifecyclePorts } from '../ports.ts';

export const confirmDocumentExpiration = command({
  summary: 'Confirm until when a document is valid',
  description:
    'A person says that the date is right, or that there is none. From then on it is in force whatever a policy gives, until somebody states another one.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  cli: { example: { expiresOn: '2027-02-28' } },
  input: z.strictObject({
    documentId: documentId(),
    expiresOn: documentDate().optional().describe('The last day of its validity.'),
    noExpiration: z.literal(true).optional().describe('That it never expires; instead of a date.'),
    source: z
      .enum(confirmedSources)
      .default('stated')
      .describe(
        'Where the date comes from: from you, from a calculation, from the text of the document, or from the zone of an identity document.',
      ),
    calculationId: id().optional().describe('The newest calculation of the document, if the date is its.'),
    evidenceId: id().optional().describe('What was found in the document, if the date is its.'),
    verificationId: id()
      .optional()
      .describe('The newest check of the identity document, if the date is its.'),
    note: multiline(1000).nullable().default(null).describe('What is to be noted with it; null for nothing.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ lifecycle: LifecycleView }),
  errors: [
    documentNotFound,
    documentInvalidState,
    calculationNotFound,
    evidenceNotFound,
    identityVerificationNotFound,
    lifecycleReferenceStale,
    lifecycleReferenceDiffers,
  ],

  find: lifecycleToChange,
  may: onLifecycle('configure'),
  version: ({ lifecycle }) => lifecycle.version,

  async run({ documentId: wanted, expectedVersion: _, note, ...given }, context) {
    const { found, lifecycles, user, now, emit } = context;
    if (found.document.status !== 'active') throw documentInvalidState();
    const expiresOn = requireOne(given);
    await requireReference(wanted, given, context);
    const after = confirmed(found.lifecycle, { expiresOn, source: given.source, note }, user.userId, now);
    requireOrder(after, { expiresOn: '/expiresOn' });

    await lifecycles.save(after);
    await evaluateDocuments([wanted], context);
    const lifecycle = await lifecycles.read(wanted, now);
    emit(lifecycleConfirmed, {
      ...aboutLifecycle({ ...found, lifecycle }),
      source: expiresOn === null ? 'stated' : given.source,
    });
    return { lifecycle: await lifecycleView({ ...found, lifecycle }, context) };
  },
});

type Context = WritingContext & LifecyclePorts;

interface Given {
  readonly expiresOn?: string | undefined;
  readonly noExpiration?: true | undefined;
  readonly source: (typeof confirmedSources)[number];
  readonly calculationId?: string | undefined;
  readonly evidenceId?: string | undefined;
  readonly verificationId?: string | undefined;
}

/** Which source each reference belongs to. */
const references = [
  { field: 'calculationId', source: 'calculated' },
  { field: 'evidenceId', source: 'extracted' },
  { field: 'verificationId', source: 'identity' },
] as const;

/** The date, or null if there is to be none; one of both has to be said. */
function requireOne({ expiresOn, noExpiration, source, ...given }: Given): string | null {
  if ((expiresOn === undefined) === (noExpiration === undefined))
    throw invalidField(
      '/expiresOn',
      expiresOn === undefined ? 'field.required' : 'lifecycle.date_conflict',
      'Give a date, or say that there is none, and not both.',
    );
  for (const reference of references)
    if (given[reference.field] !== undefined && (source !== reference.source || expiresOn === undefined))
      throw invalidField(
        `/${reference.field}`,
        'field.not_an_option',
        `Leave it out unless source is ${reference.source}.`,
      );
  return expiresOn ?? null;
}

/** What a date may be confirmed by: the newest of its kind, and the date that it gives. */
interface Reference {
  readonly newest: { readonly id: string; readonly expiresOn: string | null } | null;
  has(id: string): Promise<boolean>;
  readonly notFound: FailureType;
}

/** Passes if what is named is the newest of its kind, or stands in the document still, and gave this date. */
async function requireReference(documentId: string, given: Given, context: Context): Promise<void> {
  const { expiresOn, calculationId, evidenceId, verificationId } = given;
  if (calculationId !== undefined) {
    const { calculations } = context;
    const newest = await calculations.newest(documentId);
    const has = (id: string) => calculations.has(documentId, id);
    await requireNewest(calculationId, expiresOn, { newest, has, notFound: calculationNotFound });
  }
  if (evidenceId !== undefined) await requireEvidence(documentId, evidenceId, expiresOn, context);
  if (verificationId !== undefined) {
    const { identityVerifications, keyRing } = context;
    const found = await identityVerifications.newest(documentId);
    const newest = found && { id: found.id, expiresOn: openedFields(found, keyRing).expiryDate };
    const has = (id: string) => identityVerifications.has(documentId, id);
    await requireNewest(verificationId, expiresOn, { newest, has, notFound: identityVerificationNotFound });
  }
}

async function requireNewest(
  id: string,
  expiresOn: string | undefined,
  { newest, has, notFound }: Reference,
): Promise<void> {
  if (newest?.id !== id) throw (await has(id)) ? lifecycleReferenceStale() : notFound();
  if (newest.expiresOn !== expiresOn) throw lifecycleReferenceDiffers();
}

async function requireEvidence(
  documentId: string,
  id: string,
  expiresOn: string | undefined,
  { evidence }: Context,
): Promise<void> {
  const found = await evidence.get(id);
  if (found.documentId !== documentId) throw evidenceNotFound();
  if (found.isSuperseded) throw lifecycleReferenceStale();
  if (found.status === 'rejected')
    throw lifecycleReferenceDiffers({ message: 'Somebody has rejected it; review it again first.' });
  if (sayingOf(found) !== expiresOn) throw lifecycleReferenceDiffers();
}
