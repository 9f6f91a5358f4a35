import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { isRestricted } from '../access/labels.ts';
import { isByGrant } from '../access/used-access.ts';
import {
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectIdentifierNotFound,
  subjectInvalidState,
  subjectNotFound,
} from '../errors.ts';
import { aboutSubject, subjectIdentifierVoided } from '../events.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { keysOfSubjects } from './identifier-values.ts';
import { openedMask } from './identifiers.ts';
import { matchKeysOf } from './match-keys.ts';
import { deniedSubject, onSubject, seenSubject } from './seen-subject.ts';
import { shownSubject } from './shown-subject.ts';
import { identifierStates, requireLiving } from './subject.ts';
import { purposeOfUse, reason, subjectId } from './subject-fields.ts';
import { SubjectView } from './views.ts';

export const voidSubjectIdentifier = action({
  summary: 'Mark an identifier as entered in error',
  description: 'It stays with the subject, is found no more, and another subject may have it.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    subjectId: subjectId(),
    identifierId: id().describe('The id of the identifier.'),
    reason: reason().describe('Why it is wrong.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: version().optional(),
  }),
  output: z.object({ subject: SubjectView }),
  errors: [
    subjectNotFound,
    subjectInvalidState,
    subjectIdentifierNotFound,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedSubject,

  find: (input, context) => seenSubject(input, context, 'for update'),
  may: onSubject('update'),
  version: ({ subject }) => subject.version,

  prepares: () => false,
  prepare: ({ subjectId: of }, context) => keysOfSubjects([of], context),

  async run({ subjectId: of, identifierId, reason: why }, context) {
    const { subjects, subjectIdentifiers, subjectMatchKeys, found, keyRing, now, user, emit } = context;
    requireLiving(found.subject);
    const known = await subjectIdentifiers.of([of]);
    const wrong = known.find((each) => each.id === identifierId);
    if (wrong === undefined) throw subjectIdentifierNotFound();

    await subjectIdentifiers.setStatus(identifierId, identifierStates.next(wrong.status, 'void'));
    const others = known.filter((each) => each !== wrong);
    await subjectMatchKeys.replace(of, matchKeysOf(found.subject, others, context));
    const subject = await subjects.save({ ...found.subject, updatedAt: now, updatedByUserId: user.userId });
    if (isRestricted(subject.effectiveMask) || isByGrant(found.used)) context.accessedBy(found.used);
    const { type, system } = wrong;
    emit(subjectIdentifierVoided, {
      ...aboutSubject(subject),
      ...{ type, system, masked: openedMask(wrong, keyRing), reason: why },
    });
    return { subject: await shownSubject(subject, found, { keys: context.prepared }, context) };
  },
});
