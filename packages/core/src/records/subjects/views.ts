import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { confidentialities, labels, labelsOf, statedLabels } from '../access/labels.ts';
import { CaseSummaryView } from '../cases/case-summary.ts';
import type { ShownValue } from './identifier-values.ts';
import type { UnitedIdentifier, UnitedSubject } from './merges/united-subject.ts';
import { SubjectMergeView } from './merges/views.ts';
import {
  aliasUses,
  contactSystems,
  contactUses,
  genders,
  identifierStates,
  identifierTypes,
  subjectKinds,
  subjectStates,
} from './subject.ts';
import { type NamedUsers, UserRef } from './user-refs.ts';

const namePart = (what: string) => z.string().nullable().describe(`The ${what}; null if there is none.`);
const startsOn = () => shown.date().nullable().describe('The first day of it; null if unknown.');
const endsOn = () => shown.date().nullable().describe('The last day of it; null if it has not ended.');

const SubjectNameView = z
  .object({
    prefix: namePart('words before the name'),
    given: namePart('given name'),
    middle: namePart('middle names'),
    family: namePart('family name'),
    suffix: namePart('words behind the name'),
    preferred: namePart('name that the person prefers'),
  })
  .meta({ id: 'SubjectName', description: 'The parts of the name of a subject.' });

const via = () =>
  shown
    .id()
    .nullable()
    .describe('The merged subject that it belongs to; null if it is one of the subject itself.');

const SubjectAliasView = z
  .object({
    id: shown.ownId(),
    displayName: z.string().describe('The other name.'),
    use: z
      .enum([...aliasUses, 'merged'])
      .describe('What kind of name it is; merged is the name of a subject that was merged into this one.'),
    startsOn: startsOn(),
    endsOn: endsOn(),
    viaSubjectId: via(),
  })
  .meta({ id: 'SubjectAlias', description: 'Another name of a subject.' });

const SubjectContactView = z
  .object({
    id: shown.ownId(),
    system: z.enum(contactSystems).describe('By what the person is reached.'),
    value: z
      .string()
      .describe('The address or number; a telephone number in the form of E.164 if it is one.'),
    use: z.enum(contactUses).describe('What it is for.'),
    preferred: z.boolean().describe('Whether it is used first.'),
    doNotContact: z.boolean().describe('Whether it must not be used.'),
    note: z.string().nullable().describe('What else is known of it; null for nothing.'),
  })
  .meta({ id: 'SubjectContact', description: 'How a subject is reached.' });

const SubjectAddressView = z
  .object({
    id: shown.ownId(),
    use: z.enum(contactUses).describe('What it is for.'),
    line1: z.string().describe('Street and number.'),
    line2: z.string().nullable().describe('What follows it; null for nothing.'),
    city: z.string().describe('The town.'),
    region: z.string().nullable().describe('State or province; null for none.'),
    postalCode: z.string().describe('The postal code.'),
    country: z.string().describe('The country, by its two letters of ISO 3166-1.'),
    startsOn: startsOn(),
    endsOn: endsOn(),
  })
  .meta({ id: 'SubjectAddress', description: 'Where a subject lives or works.' });

export const SubjectIdentifierView = z
  .object({
    id: shown.ownId(),
    type: z.enum(identifierTypes).describe('What kind of identifier it is.'),
    system: z.string().describe('Who gives such identifiers: a URI, or the code of a registry.'),
    value: z
      .string()
      .describe(
        'The identifier: whole for whoever may change the subject and asks for it alone, else its end.',
      ),
    issuer: z.string().nullable().describe('Who gave it; null if unknown.'),
    startsOn: startsOn(),
    endsOn: endsOn(),
    primary: z.boolean().describe('Whether it is the first of its type.'),
    status: z.enum(identifierStates.states).describe('Whether it holds.'),
    viaSubjectId: via(),
  })
  .meta({ id: 'SubjectIdentifier', description: 'By what a subject is known elsewhere.' });

export const SubjectView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    subjectNumber: z.string().describe('The number for people, given once.'),
    kind: z.enum(subjectKinds).describe('What kind of subject it is.'),
    name: SubjectNameView.nullable().describe('The parts of the name; null if they are not known.'),
    displayName: z.string().describe('The name that people see.'),
    aliases: z.array(SubjectAliasView).describe('Other names.'),
    birthDate: z.string().nullable().describe('The day, month or year of birth; null if unknown.'),
    birthDateEstimated: z.boolean().describe('Whether the date of birth is an estimate.'),
    deceasedOn: z.string().nullable().describe('The day, month or year of death; null for none.'),
    gender: z.enum(genders).nullable().describe('The administrative gender; null if it is not recorded.'),
    pronouns: z.string().nullable().describe('The pronouns of the person; null if they are not recorded.'),
    language: z.string().nullable().describe('The preferred language; null if unknown.'),
    interpreterNeeded: z.boolean().describe('Whether an interpreter is needed.'),
    contacts: z.array(SubjectContactView).describe('How the subject is reached.'),
    addresses: z.array(SubjectAddressView).describe('Where the subject lives or works.'),
    identifiers: z.array(SubjectIdentifierView).describe('By what the subject is known elsewhere.'),
    externalReference: z.string().nullable().describe('Your own key of the subject; null for none.'),
    tags: z.array(z.string()).describe('Words to find the subject by.'),
    customFields: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('Fields of your own, by their names; each is a text, a number, true or false, or null.'),
    status: z
      .enum(subjectStates.states)
      .describe('Whether people work with it; merged if it goes on as another subject.'),
    mergedIntoSubjectId: shown
      .id()
      .nullable()
      .describe('The subject that it was merged into; null unless it was.'),
    canonicalSubjectId: shown
      .id()
      .describe('Where the line of merges ends: its own id unless it was merged.'),
    mergedSubjectIds: z.array(shown.id()).describe('The subjects of which the line of merges ends here.'),
    onLegalHold: z
      .boolean()
      .describe('Whether a hold covers it: of its own, of what was merged into it, or of the workspace.'),
    disposedAt: shown
      .instant()
      .nullable()
      .describe('When what is said of the person was destroyed; null while it is there.'),
    confidentiality: z
      .enum(confidentialities)
      .describe('The highest of its own labels; standard without any.'),
    additionalLabels: z.array(z.enum(labels)).describe('Its other labels, the highest first.'),
    effectiveLabels: z
      .array(z.enum(labels))
      .describe('The labels that decide who reads it, the highest first.'),
    merges: z
      .array(SubjectMergeView)
      .optional()
      .describe(
        'The latest merges of which you see both subjects, at most 20, the newest first; only of one that you read by its id.',
      ),
    cases: z
      .array(CaseSummaryView)
      .optional()
      .describe('The 50 cases that were opened last and that you see; only of one that you read by its id.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who created it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: UserRef.describe('Who changed it last.'),
    version: shown.version(),
  })
  .meta({ id: 'Subject', description: 'The person, organisation or group that records are about.' });

export interface ShownWith {
  readonly workspaceId: string;
  readonly named: NamedUsers;
  readonly identifiers: readonly UnitedIdentifier[];
  readonly valueFor: ShownValue;
  readonly isHeld: boolean;
}

/** Field by field: what `...rest` leaves of so many fields is slow to make, to go through and to write. */
export function subjectView(
  subject: UnitedSubject,
  { workspaceId, named, identifiers, valueFor, isHeld }: ShownWith,
): z.input<typeof SubjectView> {
  const { confidentiality, additionalLabels } = statedLabels(subject.ownMask);
  return {
    id: subject.id,
    workspaceId,
    subjectNumber: subject.subjectNumber,
    kind: subject.kind,
    name: subject.name,
    displayName: subject.displayName,
    aliases: [...subject.aliases],
    birthDate: subject.birthDate,
    birthDateEstimated: subject.birthDateEstimated,
    deceasedOn: subject.deceasedOn,
    gender: subject.gender,
    pronouns: subject.pronouns,
    language: subject.language,
    interpreterNeeded: subject.interpreterNeeded,
    contacts: [...subject.contacts],
    addresses: [...subject.addresses],
    identifiers: identifiers.map((each) => identifierView(each, valueFor(each))),
    externalReference: subject.externalReference,
    tags: [...subject.tags],
    customFields: { ...subject.customFields },
    status: subject.status,
    mergedIntoSubjectId: subject.mergedIntoSubjectId,
    canonicalSubjectId: subject.canonicalSubjectId,
    mergedSubjectIds: [...subject.mergedSubjectIds],
    onLegalHold: isHeld,
    disposedAt: subject.disposedAt,
    confidentiality,
    additionalLabels: [...additionalLabels],
    effectiveLabels: [...labelsOf(subject.effectiveMask)],
    createdAt: subject.createdAt,
    createdBy: named(subject.createdByUserId),
    updatedAt: subject.updatedAt,
    updatedBy: named(subject.updatedByUserId),
    version: subject.version,
  };
}

export function identifierView(
  identifier: UnitedIdentifier,
  value: string,
): z.input<typeof SubjectIdentifierView> {
  const { id, type, system, issuer, startsOn: from, endsOn: to, primary, status, viaSubjectId } = identifier;
  return {
    ...{ id, type, system, issuer, primary, status, viaSubjectId },
    startsOn: from,
    endsOn: to,
    value,
  };
}
