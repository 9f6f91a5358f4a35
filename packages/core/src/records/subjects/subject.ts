import { machine } from '../../kernel/machine.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { LabelMask } from '../access/labels.ts';
import { subjectIdentifierNotFound, subjectInvalidState } from '../errors.ts';

/** The life of a subject (records 5.1). One that was merged returns to the status that it had before. */
export const subjectStates = machine(subjectInvalidState, ['active'], {
  active: { deactivate: 'inactive', archive: 'archived', merge: 'merged' },
  inactive: { activate: 'active', archive: 'archived', merge: 'merged' },
  archived: { activate: 'active', merge: 'merged' },
  merged: {
    reverse_to_active: 'active',
    reverse_to_inactive: 'inactive',
    reverse_to_archived: 'archived',
  },
});
export type SubjectStatus = (typeof subjectStates.states)[number];
/** The states that people choose; a merge alone makes a subject `merged`. */
export const livingStatuses = ['active', 'inactive', 'archived'] as const;
export type LivingStatus = (typeof livingStatuses)[number];

export const subjectKinds = ['person', 'organization', 'group', 'other'] as const;
export const genders = ['female', 'male', 'other', 'unknown'] as const;
export const aliasUses = ['former', 'maiden', 'nickname', 'alias', 'translation'] as const;
export const contactSystems = ['email', 'phone', 'sms', 'post', 'other'] as const;
export const contactUses = ['home', 'work', 'mobile', 'temporary', 'confidential'] as const;
export const identifierTypes = [
  'national_id',
  'passport',
  'driver_license',
  'medical_record_number',
  'client_number',
  'tax_id',
  'employee_number',
  'court_number',
  'other',
] as const;
export type IdentifierType = (typeof identifierTypes)[number];
/** What was entered in error stays, for whoever asks what was known; it identifies nobody. */
export const identifierStates = machine(subjectIdentifierNotFound, ['active'], {
  active: { void: 'entered_in_error' },
  entered_in_error: {},
});

export const mostIdentifiers = 50;

export interface StructuredName {
  readonly prefix: string | null;
  readonly given: string | null;
  readonly middle: string | null;
  readonly family: string | null;
  readonly suffix: string | null;
  readonly preferred: string | null;
}

interface Spell {
  readonly startsOn: PlainDate | null;
  readonly endsOn: PlainDate | null;
}

export interface SubjectAlias extends Spell {
  readonly id: string;
  readonly displayName: string;
  readonly use: (typeof aliasUses)[number];
}

export interface SubjectContact {
  readonly id: string;
  readonly system: (typeof contactSystems)[number];
  /** A telephone number that can be one is in the form of E.164. */
  readonly value: string;
  readonly use: (typeof contactUses)[number];
  readonly preferred: boolean;
  readonly doNotContact: boolean;
  readonly note: string | null;
}

export interface SubjectAddress extends Spell {
  readonly id: string;
  readonly use: (typeof contactUses)[number];
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly region: string | null;
  readonly postalCode: string;
  readonly country: string;
}

/** Text messages go to telephone numbers too. */
export const isTelephone = ({ system }: Pick<SubjectContact, 'system'>): boolean =>
  system === 'phone' || system === 'sms';

export type CustomValue = string | number | boolean | null;

/** The person, organisation or group that records are about. */
export interface Subject {
  readonly id: string;
  /** For people, given by the server: `S-000042`. */
  readonly subjectNumber: string;
  readonly kind: (typeof subjectKinds)[number];
  readonly name: StructuredName | null;
  readonly displayName: string;
  readonly aliases: readonly SubjectAlias[];
  /** A day, a month or a year. */
  readonly birthDate: string | null;
  readonly birthDateEstimated: boolean;
  readonly deceasedOn: string | null;
  readonly gender: (typeof genders)[number] | null;
  readonly pronouns: string | null;
  readonly language: string | null;
  readonly interpreterNeeded: boolean;
  readonly contacts: readonly SubjectContact[];
  readonly addresses: readonly SubjectAddress[];
  /** The key of whoever keeps the subject elsewhere too. */
  readonly externalReference: string | null;
  readonly tags: readonly string[];
  readonly customFields: Readonly<Record<string, CustomValue>>;
  readonly status: SubjectStatus;
  /** The labels that it was given itself. */
  readonly ownMask: LabelMask;
  /** The labels of all that was merged into it. */
  readonly mergedMask: LabelMask;
  /** Its own labels and those of all that was merged into it. */
  readonly effectiveMask: LabelMask;
  /** The subject that it was merged into; null unless it is merged. */
  readonly mergedIntoSubjectId: string | null;
  /** The end of the line of merges: its own id unless it is merged. */
  readonly canonicalSubjectId: string;
  /** When what is said of the person was destroyed; null while it is there. */
  readonly disposedAt: Instant | null;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedByUserId: string;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** How the value of an identifier is kept. */
export interface IdentifierSeal {
  readonly valueSealed: Uint8Array;
  /** The key of its subject, under which the value is; null while it is under the key ring. */
  readonly keyId: string | null;
  /** The end of the value under the key ring, for whoever sees no more of it; null in what was written before there was one. */
  readonly maskSealed: Uint8Array | null;
  /** The value alone as it is compared, whoever gave it; null likewise. */
  readonly valueKey: string | null;
}

export interface SubjectIdentifier extends Spell, IdentifierSeal {
  readonly id: string;
  readonly subjectId: string;
  readonly type: IdentifierType;
  /** A URI, or the code of a registry. */
  readonly system: string;
  /** What the value is found again by, in this workspace and no other. */
  readonly valueMac: string;
  readonly issuer: string | null;
  readonly primary: boolean;
  readonly status: (typeof identifierStates.states)[number];
  /** Names what two subjects have in common of which the one is hidden from whoever wrote the other (REC-11). */
  readonly conflictGroup: string | null;
  readonly createdAt: Instant;
}

/** What people can say about a subject. */
export type SubjectContent = Pick<
  Subject,
  | 'kind'
  | 'name'
  | 'displayName'
  | 'aliases'
  | 'birthDate'
  | 'birthDateEstimated'
  | 'deceasedOn'
  | 'gender'
  | 'pronouns'
  | 'language'
  | 'interpreterNeeded'
  | 'contacts'
  | 'addresses'
  | 'externalReference'
  | 'tags'
  | 'customFields'
>;

/** The name that people see, where only its parts are known; empty without a given and a family name. */
export const composedName = (name: StructuredName | null): string =>
  name === null || (name.given === null && name.family === null)
    ? ''
    : [name.prefix, name.given, name.middle, name.family, name.suffix]
        .filter((part) => part !== null)
        .join(' ');

export const subjectNumberOf = (number: number): string => `S-${String(number).padStart(6, '0')}`;

/** Moves it to a status; the same if it is in it already. */
export function inStatus(status: SubjectStatus, wanted: SubjectStatus): SubjectStatus {
  if (status === wanted) return status;
  if (wanted === 'merged') throw subjectInvalidState();
  if (wanted === 'active') return subjectStates.next(status, 'activate');
  if (wanted === 'inactive') return subjectStates.next(status, 'deactivate');
  return subjectStates.next(status, 'archive');
}

/** Passes if people still write to the subject: not to one that was merged into another, nor to one that was destroyed (REC-15). */
export function requireLiving({ status, disposedAt }: Pick<Subject, 'status' | 'disposedAt'>): void {
  if (status === 'merged' || disposedAt !== null) throw subjectInvalidState();
}
