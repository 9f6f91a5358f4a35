import { z } from 'zod';
import { isRestricted } from '../access/labels.ts';
import { isByGrant } from '../access/used-access.ts';
import {
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectIdentifierLimit,
  subjectIdentifierTaken,
  subjectInvalidState,
  subjectNotFound,
} from '../errors.ts';
import { aboutSubject, subjectIdentifierAdded } from '../events.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { keysOfSubjects } from './identifier-values.ts';
import { maskedValue } from './identifiers.ts';
import { matchKeysOf } from './match-keys.ts';
import { drawnUp, valuesOf, withoutTaken } from './new-identifiers.ts';
import { deniedSubject, onSubject, seenSubject } from './seen-subject.ts';
import { shownSubject } from './shown-subject.ts';
import { mostIdentifiers, requireLiving } from './subject.ts';
import { identifierFields, purposeOfUse, subjectId } from './subject-fields.ts';
import { identifierView, SubjectIdentifierView, SubjectView } from './views.ts';

export const addSubjectIdentifier = action({
  summary: 'Add an identifier to a subject',
  description: 'An identifier belongs to one subject, however it is spaced and whatever its letter case.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({ subjectId: subjectId(), ...identifierFields, purposeOfUse: purposeOfUse() }),
  output: z.object({ identifier: SubjectIdentifierView, subject: SubjectView }),
  errors: [
    subjectNotFound,
    subjectInvalidState,
    subjectIdentifierTaken,
    subjectIdentifierLimit,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedSubject,

  find: (input, context) => seenSubject(input, context, 'for update'),
  may: onSubject('update'),

  prepares: () => false,
  prepare: ({ subjectId: of }, context) => keysOfSubjects([of], context),

  async run({ subjectId: id, purposeOfUse: _, ...given }, context) {
    const { subjects, subjectIdentifiers, subjectMatchKeys, found, now, user, emit } = context;
    requireLiving(found.subject);
    const known = await subjectIdentifiers.of([id]);
    if (known.filter(({ status }) => status !== 'entered_in_error').length >= mostIdentifiers)
      throw subjectIdentifierLimit();
    await subjects.lockUniqueness();
    const drawn = await drawnUp(id, [given], context);
    const [identifier] = await withoutTaken(drawn, context);
    if (identifier === undefined) throw new TypeError('One identifier was to be added');

    if (given.primary) await subjectIdentifiers.demote(id, given.type);
    await subjectIdentifiers.add([identifier]);
    await subjectMatchKeys.replace(id, matchKeysOf(found.subject, [...known, identifier], context));
    const subject = await subjects.save({ ...found.subject, updatedAt: now, updatedByUserId: user.userId });
    if (isRestricted(subject.effectiveMask) || isByGrant(found.used)) context.accessedBy(found.used);
    emit(subjectIdentifierAdded, {
      ...aboutSubject(subject),
      ...{ type: given.type, system: given.system, masked: maskedValue(given.value) },
    });
    return {
      identifier: identifierView({ ...identifier, viaSubjectId: null }, given.value),
      subject: await shownSubject(
        subject,
        found,
        { keys: context.prepared, values: valuesOf(drawn) },
        context,
      ),
    };
  },
});
