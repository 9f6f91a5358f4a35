import type { KeyRing } from '../../kernel/ports.ts';
import { foldEmail } from '../../kernel/shapes.ts';
import { normalisedName } from './duplicates/name-similarity.ts';
import { phoneticCode } from './duplicates/phonetic-code.ts';
import { macOf, openedByRing, valueKeyOf } from './identifiers.ts';
import { isTelephone, type Subject, type SubjectIdentifier } from './subject.ts';

interface Keyed {
  readonly workspaceId: string;
  readonly keyRing: Pick<KeyRing, 'derive' | 'open'>;
}

/** E-mail addresses as they are compared. */
export const emailsOf = ({ contacts }: Pick<Subject, 'contacts'>): readonly string[] =>
  contacts.filter(({ system }) => system === 'email').map(({ value }) => foldEmail(value));

/** Telephone numbers as they are compared. */
export const phonesOf = ({ contacts }: Pick<Subject, 'contacts'>): readonly string[] =>
  contacts.filter(isTelephone).map(({ value }) => value);

/** The family name, or what is most likely one: the last word of the name. */
export const familyOf = ({ name, displayName }: Pick<Subject, 'name' | 'displayName'>): string =>
  normalisedName(name?.family ?? displayName.split(/\s+/u).at(-1) ?? '');

type Matched = Pick<Subject, 'kind' | 'name' | 'displayName' | 'birthDate' | 'contacts'>;

/** By what a subject is found again without being read: identifiers, addresses, numbers, and for persons how names sound. */
export function matchKeysOf(
  subject: Matched,
  identifiers: readonly Pick<SubjectIdentifier, 'id' | 'valueMac' | 'valueKey' | 'valueSealed' | 'status'>[],
  { workspaceId, keyRing }: Keyed,
): readonly string[] {
  const mac = (kind: Parameters<typeof macOf>[0], ...parts: readonly string[]) =>
    macOf(kind, parts, workspaceId, keyRing);
  const active = identifiers.filter(({ status }) => status === 'active');
  return [
    ...new Set([
      ...active.map(({ valueMac }) => valueMac),
      ...active.map((each) => each.valueKey ?? valueKeyOf(openedByRing(each, keyRing), workspaceId, keyRing)),
      ...emailsOf(subject).map((email) => mac('email', email)),
      ...phonesOf(subject).map((phone) => mac('phone', phone)),
      ...(subject.kind === 'person' ? personKeysOf(subject).map((parts) => mac(...parts)) : []),
    ]),
  ];
}

/** The sound of the family name beside the year of birth and the first letter of the name; and the day of birth. */
function personKeysOf(
  subject: Pick<Subject, 'name' | 'displayName' | 'birthDate'>,
): readonly (readonly ['birth' | 'sound', ...string[]])[] {
  const { name, displayName, birthDate } = subject;
  const sound = phoneticCode(familyOf(subject));
  const [letter = ''] = normalisedName(name?.given ?? displayName.split(/\s+/u)[0] ?? '');
  return [
    ...(birthDate === null ? [] : [['birth', birthDate] as const]),
    ...(sound === '' ? [] : [['sound', sound, letter] as const]),
    ...(sound === '' || birthDate === null ? [] : [['sound', sound, birthDate.slice(0, 4)] as const]),
  ];
}
