import { z } from 'zod';
import { statedLabels } from '../access/labels.ts';
import { purposeUsed } from '../access/purposes.ts';
import {
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectDuplicate,
  subjectIdentifierTaken,
  subjectReferenceTaken,
} from '../errors.ts';
import { aboutSubject, subjectCreated, subjectDuplicateOverridden } from '../events.ts';
import { giveKey, moreKeys } from '../keys/scope-key.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { overriddenCandidates } from './duplicates/refuse-duplicates.ts';
import { matchKeysOf } from './match-keys.ts';
import { drawnUp, valuesOf, withoutTaken } from './new-identifiers.ts';
import { newSubject, newSubjectInput, requireFreeReference } from './new-subject.ts';
import { shownSubject } from './shown-subject.ts';
import { subjectNumberOf } from './subject.ts';
import { SubjectView } from './views.ts';

export const createSubject = action({
  summary: 'Create a subject',
  description:
    'A subject is the person, organisation or group that records are about. Give displayName, or a given or a family name.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'professional_records',
  throttles: writesOfRecords,
  cli: { example: { displayName: 'Ann Smith' } },
  input: newSubjectInput,
  output: z.object({ subject: SubjectView }),
  errors: [
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    recordsLabelNotCleared,
    subjectIdentifierTaken,
    subjectReferenceTaken,
    subjectDuplicate,
  ],

  prepares: () => false,
  prepare: (_, context) => moreKeys(context),

  async run({ identifiers: given, duplicateOverride, ...input }, context) {
    const { subjects, subjectIdentifiers, subjectMatchKeys, entitlements, emit, accessedBy, now } = context;
    const { subject, ...stood } = await newSubject(input, context);
    await entitlements.take('subjects');
    await subjects.lockUniqueness();
    await requireFreeReference(subject, context);
    await giveKey({ kind: 'subject', id: subject.id }, context);
    const drawn = await drawnUp(subject.id, given, context);
    const identifiers = await withoutTaken(drawn, context);
    const purpose = input.purposeOfUse ?? null;
    const isOverridden = duplicateOverride !== undefined;
    const candidateIds = await overriddenCandidates(subject, identifiers, { isOverridden, purpose }, context);

    const numbered = { ...subject, subjectNumber: subjectNumberOf(await subjects.nextNumber()) };
    await subjects.add(numbered);
    await subjectIdentifiers.add(identifiers);
    await subjectMatchKeys.replace(subject.id, matchKeysOf(subject, identifiers, context));
    accessedBy({ access: { basis: 'role', grantId: null }, purposeOfUse: purposeUsed(purpose) });
    emit(subjectCreated, {
      ...aboutSubject(subject),
      confidentiality: statedLabels(subject.ownMask).confidentiality,
      kind: subject.kind,
      displayName: subject.displayName,
    });
    if (duplicateOverride !== undefined && candidateIds.length > 0) {
      await subjectMatchKeys.dismiss(subject.id, candidateIds, now);
      emit(subjectDuplicateOverridden, {
        ...aboutSubject(subject),
        candidateIds: [...candidateIds],
        reason: duplicateOverride.reason,
      });
    }
    return { subject: await shownSubject(numbered, stood, { keys: null, values: valuesOf(drawn) }, context) };
  },
});
