import { foldEmail } from '../../../kernel/shapes.ts';
import { normalisedName } from '../duplicates/name-similarity.ts';
import {
  isTelephone,
  type Subject,
  type SubjectAddress,
  type SubjectAlias,
  type SubjectContact,
  type SubjectIdentifier,
} from '../subject.ts';

/** A name under which a subject is known, perhaps through one that was merged into it. */
export type UnitedAlias = Omit<SubjectAlias, 'use'> & {
  readonly use: SubjectAlias['use'] | 'merged';
  /** The merged subject that it belongs to; null if it is the subject's own. */
  readonly viaSubjectId: string | null;
};
export type UnitedIdentifier = SubjectIdentifier & { readonly viaSubjectId: string | null };

export interface UnitedSubject extends Omit<Subject, 'aliases'> {
  readonly aliases: readonly UnitedAlias[];
  readonly mergedSubjectIds: readonly string[];
}

/**
 * A subject with all that was merged into it: the union of aliases, contacts and addresses, each once, and the own one if
 * two are equal (REC-15, REC-97). It is made anew at every reading, so a reversal leaves nothing of it behind.
 */
export function united(subject: Subject, members: readonly Subject[]): UnitedSubject {
  return {
    ...subject,
    aliases: joined(
      subject.aliases.map((alias) => ({ ...alias, viaSubjectId: null })),
      members.flatMap(aliasesThrough),
      ({ displayName }) => normalisedName(displayName),
    ),
    contacts: joined(
      subject.contacts,
      members.flatMap(({ contacts }) => contacts),
      contactKey,
    ),
    addresses: joined(
      subject.addresses,
      members.flatMap(({ addresses }) => addresses),
      addressKey,
    ),
    mergedSubjectIds: members.map(({ id }) => id),
  };
}

/** The name of what was merged becomes another name of the survivor, beside its own other names. */
const aliasesThrough = ({ id, displayName, aliases }: Subject): readonly UnitedAlias[] => [
  { id, displayName, use: 'merged', startsOn: null, endsOn: null, viaSubjectId: id },
  ...aliases.map((alias) => ({ ...alias, viaSubjectId: id })),
];

/** The identifiers of a subject and of all that was merged into it. Of two first ones of a type the own one is the first. */
export function unitedIdentifiers(
  subjectId: string,
  identifiers: readonly SubjectIdentifier[],
): readonly UnitedIdentifier[] {
  const own = identifiers.filter((each) => each.subjectId === subjectId);
  const others = identifiers.filter((each) => each.subjectId !== subjectId);
  const first = new Set<string>();
  return [...own, ...others].map((identifier) => {
    const primary = identifier.primary && !first.has(identifier.type);
    if (primary) first.add(identifier.type);
    return {
      ...identifier,
      primary,
      viaSubjectId: identifier.subjectId === subjectId ? null : identifier.subjectId,
    };
  });
}

const inOneForm = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();

function contactKey(contact: SubjectContact): string {
  const { system, value } = contact;
  const compared = system === 'email' ? foldEmail(value) : isTelephone(contact) ? value : inOneForm(value);
  return `${system}:${compared}`;
}

const addressKey = ({ line1, line2, city, region, postalCode, country }: SubjectAddress): string =>
  JSON.stringify([line1, line2 ?? '', city, region ?? '', postalCode, country].map(inOneForm));

/** All of its own, and of the others each that is not there yet. */
function joined<T>(own: readonly T[], others: readonly T[], keyOf: (each: T) => string): readonly T[] {
  if (others.length === 0) return own;
  const known = new Set(own.map(keyOf));
  const added = others.filter((each) => {
    const key = keyOf(each);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  return [...own, ...added];
}
