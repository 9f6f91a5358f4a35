import { emailsOf, familyOf, phonesOf } from '../match-keys.ts';
import type { Subject, SubjectIdentifier } from '../subject.ts';
import { normalisedName } from './name-similarity.ts';
import { phoneticCode } from './phonetic-code.ts';
import type { Comparable } from './score.ts';

/** A subject, perhaps with all that was merged into it. */
type Compared = Omit<Subject, 'aliases'> & {
  readonly aliases: readonly Pick<Subject['aliases'][number], 'displayName'>[];
};

/** A subject in the form in which it is compared with others. */
export function comparable(
  subject: Compared,
  identifiers: readonly Pick<SubjectIdentifier, 'valueMac' | 'status'>[],
): Comparable {
  const family = familyOf(subject);
  return {
    isPerson: subject.kind === 'person',
    names: [subject.displayName, ...subject.aliases.map(({ displayName }) => displayName)].map(
      normalisedName,
    ),
    family,
    sound: phoneticCode(family),
    birthDate: subject.birthDate,
    emails: emailsOf(subject),
    phones: phonesOf(subject),
    postalCodes: subject.addresses.map(({ postalCode }) => postalCode.toUpperCase().replaceAll(/\s/gu, '')),
    identifiers: identifiers.filter(({ status }) => status === 'active').map(({ valueMac }) => valueMac),
  };
}
