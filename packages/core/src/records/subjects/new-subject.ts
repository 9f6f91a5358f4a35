import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { requireMaySet } from '../access/label-change.ts';
import { noLabels, statedMask } from '../access/labels.ts';
import { requirePurpose } from '../access/purposes.ts';
import { readerOf } from '../access/reader.ts';
import { subjectReferenceTaken } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import type { SeenSubject } from './seen-subject.ts';
import { composedName, type Subject, subjectStates } from './subject.ts';
import { completed, requireSound } from './subject-content.ts';
import { identifierFields, purposeOfUse, reason, subjectFields } from './subject-fields.ts';

const identifier = z
  .strictObject(identifierFields)
  .meta({ id: 'SubjectIdentifierInput', description: 'By what a subject is known elsewhere.' });

/** What is said of a new subject. */
export const newSubjectInput = z.strictObject({
  // The first, so that an example says who it is.
  displayName: subjectFields.displayName.optional(),
  kind: subjectFields.kind.default('person'),
  name: subjectFields.name.default(null),
  aliases: subjectFields.aliases.default([]),
  birthDate: subjectFields.birthDate.default(null),
  birthDateEstimated: subjectFields.birthDateEstimated.default(false),
  deceasedOn: subjectFields.deceasedOn.default(null),
  gender: subjectFields.gender.default(null),
  pronouns: subjectFields.pronouns.default(null),
  language: subjectFields.language.default(null),
  interpreterNeeded: subjectFields.interpreterNeeded.default(false),
  contacts: subjectFields.contacts.default([]),
  addresses: subjectFields.addresses.default([]),
  identifiers: z.array(identifier).max(20).default([]).describe('By what the subject is known elsewhere.'),
  externalReference: subjectFields.externalReference.default(null),
  tags: subjectFields.tags.default([]),
  customFields: subjectFields.customFields.default({}),
  confidentiality: subjectFields.confidentiality.default('standard'),
  additionalLabels: subjectFields.additionalLabels.default([]),
  duplicateOverride: z
    .strictObject({ reason: reason().describe('Why it is another one.') })
    .optional()
    .describe('Creates the subject although one that looks the same is there.'),
  purposeOfUse: purposeOfUse(),
});

type Input = Omit<z.output<typeof newSubjectInput>, 'identifiers' | 'duplicateOverride'>;
type Context = RecordsPorts & WritingContext;
type Stood = Pick<SeenSubject, 'subject' | 'reader' | 'standing'>;

/** The subject as it would be stored; its number is still to be given. */
export async function newSubject(
  { confidentiality, additionalLabels, purposeOfUse: purpose, displayName, ...content }: Input,
  context: Context,
): Promise<Stood> {
  const { now, newId, user } = context;
  const reader = await readerOf(context);
  const mask = statedMask({ confidentiality, additionalLabels });
  const { aliases = [], contacts = [], addresses = [], ...rest } = completed(content, context);
  requireMaySet(mask, reader);
  requirePurpose(mask, purpose ?? null);
  const id = newId();
  const subject: Subject = {
    id,
    subjectNumber: '',
    ...rest,
    ...{ aliases, contacts, addresses },
    displayName: displayName ?? composedName(content.name),
    status: subjectStates.begin('active'),
    ownMask: mask,
    mergedMask: noLabels,
    effectiveMask: mask,
    mergedIntoSubjectId: null,
    canonicalSubjectId: id,
    disposedAt: null,
    createdByUserId: user.userId,
    createdAt: now,
    updatedByUserId: user.userId,
    updatedAt: now,
    version: 1,
  };
  requireSound(subject, context);
  return { subject, reader, standing: { isCreator: true, cases: [], grants: [] } };
}

/** Passes if no other live subject has the key of somebody else's. */
export async function requireFreeReference(
  { id, externalReference }: Pick<Subject, 'id' | 'externalReference'>,
  { subjects }: Pick<RecordsPorts, 'subjects'>,
): Promise<void> {
  if (externalReference !== null && (await subjects.isReferenceTaken(externalReference, id)))
    throw subjectReferenceTaken();
}
