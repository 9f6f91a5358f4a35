import { documentTypeArchived } from '../../documents/index.ts';
import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import { documentTypeDuplicate, documentTypeTooMany } from '../errors.ts';

/** Whether documents can be given a type (lifecycle 3.2). */
export const documentTypeStates = machine(documentTypeArchived, ['active'], {
  active: { archive: 'archived' },
  archived: { restore: 'active' },
});
export type DocumentTypeStatus = (typeof documentTypeStates.states)[number];

export const typeCategories = [
  'contract',
  'identity',
  'insurance',
  'licence',
  'permit',
  'certification',
  'financial',
  'hr',
  'policy',
  'other',
] as const;
export const datesOfTypes = ['issuedOn', 'effectiveOn', 'expiresOn'] as const;
/** Numbers that documents carry. */
export const identifierKinds = [
  'policy_number',
  'certificate_number',
  'licence_number',
  'registration_number',
  'contract_number',
  'reference_number',
  'passport_number',
  'vat_id',
  'iban',
] as const;
/** The formats of ICAO 9303 for machine readable zones. */
export const identityFormats = ['TD1', 'TD2', 'TD3', 'MRVA', 'MRVB'] as const;

export const typeBound = {
  most: 500,
  tooMany: documentTypeTooMany,
  duplicate: documentTypeDuplicate,
} as const;

/** A class of documents with its duties. */
export interface DocumentType {
  readonly id: string;
  /** Never changes. */
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: (typeof typeCategories)[number];
  /** Every workspace begins with it. */
  readonly builtIn: boolean;
  readonly status: DocumentTypeStatus;
  /** A document of this type without a date is a risk. */
  readonly expirationExpected: boolean;
  readonly ownerRequired: boolean;
  readonly requiredDates: readonly (typeof datesOfTypes)[number][];
  readonly requiredIdentifiers: readonly (typeof identifierKinds)[number][];
  /** Whether identities can be verified by documents of this type. */
  readonly governmentIdentity: boolean;
  /** Empty takes every format. */
  readonly identityFormats: readonly (typeof identityFormats)[number][];
  /** Primary language tags; empty means the languages of the workspace. */
  readonly extractionLanguages: readonly string[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** What can be changed of a type by anybody who may. */
export type TypeContent = Omit<
  DocumentType,
  'id' | 'key' | 'builtIn' | 'status' | 'createdAt' | 'updatedAt' | 'version'
>;

export const newDocumentType = (
  id: string,
  { key, builtIn, ...content }: TypeContent & Pick<DocumentType, 'key' | 'builtIn'>,
  at: Instant,
): DocumentType => ({
  id,
  key,
  ...content,
  builtIn,
  status: documentTypeStates.begin('active'),
  createdAt: at,
  updatedAt: at,
  version: 1,
});

/** The type in this state; the same if it is in it already. */
export const inStatus = (type: DocumentType, status: DocumentTypeStatus): DocumentType =>
  type.status === status
    ? type
    : {
        ...type,
        status:
          status === 'archived'
            ? documentTypeStates.next(type.status, 'archive')
            : documentTypeStates.next(type.status, 'restore'),
      };

const longestKey = 50;

/** The key that a name suggests: `Certificate of insurance` is `certificate_of_insurance`. */
export function keyOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '_');
  const key = /^[a-z][a-z0-9_]/.test(plain) ? plain : `type_${plain}`;
  return key.slice(0, longestKey).replace(/_$/, '');
}

/** The same key with a number, for the second type of a name. */
export const numberedKey = (key: string, number: number): string =>
  number === 1 ? key : `${key.slice(0, longestKey - String(number).length - 1)}_${number}`;
