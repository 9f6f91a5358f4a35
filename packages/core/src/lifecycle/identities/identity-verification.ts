import { hexOf, hmacSha256, utf8 } from '../../kernel/crypto.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { Comparison } from './comparison.ts';
import type { VerificationOutcome, ZoneSource } from './outcome.ts';
import type { CheckedDigit } from './zones/check-digits.ts';
import type { ZoneFields } from './zones/zone.ts';
import type { ZoneFormat } from './zones/zone-formats.ts';

/** What of a zone is kept, under seal: the number only as far as people need it to tell documents apart. */
export interface KeptFields
  extends Pick<
    ZoneFields,
    | 'documentCode'
    | 'issuingState'
    | 'nationality'
    | 'surname'
    | 'givenNames'
    | 'birthDate'
    | 'sex'
    | 'expiryDate'
  > {
  readonly documentNumberMasked: string;
}

/** One check of an identity document. It never changes, and ends with the document (IDV-8). */
export interface IdentityVerification {
  readonly id: string;
  readonly documentId: string;
  /** Whom of the records it is about; null if nobody was named. */
  readonly subjectId: string | null;
  readonly outcome: VerificationOutcome;
  readonly format: ZoneFormat;
  readonly fieldsSealed: Uint8Array;
  /** Keyed, so that the same number is found again and nobody can try numbers against the table. */
  readonly numberHash: string;
  readonly surnameHash: string;
  readonly checks: readonly Pick<CheckedDigit, 'name' | 'ok'>[];
  readonly comparisons: readonly Comparison[];
  readonly findings: readonly string[];
  readonly source: ZoneSource;
  /** Where in the document the lines stand; null if the caller has given them. */
  readonly evidenceId: string | null;
  readonly asOf: PlainDate;
  readonly verifiedByUserId: string;
  readonly createdAt: Instant;
}

/** The checks of identity documents in this workspace. */
export interface IdentityVerificationRepository {
  add(verification: IdentityVerification): Promise<void>;
  /** The newest of a document, or null. */
  newest(documentId: string): Promise<IdentityVerification | null>;
  /** Whether the document has this one. */
  has(documentId: string, id: string): Promise<boolean>;
  /** Whether the same number was seen anywhere with another surname. */
  isSeenElsewhere(hashes: Pick<IdentityVerification, 'numberHash' | 'surnameHash'>): Promise<boolean>;
  /** Destroys all of a document. */
  destroy(documentId: string): Promise<void>;
}

const shownCharacters = 3;

/** A number of which only the end is left; of a short one nothing is. */
export const masked = (number: string): string => {
  const shown = number.length >= 2 * shownCharacters ? shownCharacters : 0;
  return '*'.repeat(number.length - shown) + number.slice(number.length - shown);
};

export const keptFields = ({
  documentNumber,
  optionalData: _,
  optionalData2: __,
  ...fields
}: ZoneFields): KeptFields => ({ ...fields, documentNumberMasked: masked(documentNumber) });

const placeOf = (id: string): string => `identity-verification:${id}`;

export const sealedFields = (id: string, fields: KeptFields, keyRing: KeyRing): Uint8Array =>
  keyRing.seal(utf8(JSON.stringify(fields)), placeOf(id));

export const openedFields = (
  { id, fieldsSealed }: Pick<IdentityVerification, 'id' | 'fieldsSealed'>,
  keyRing: Pick<KeyRing, 'open'>,
): KeptFields =>
  // Only `sealedFields` writes there.
  JSON.parse(Buffer.from(keyRing.open(fieldsSealed, placeOf(id))).toString('utf8')) as KeptFields;

/** What a number and a surname are found again by, in this workspace and no other. */
export function hashesOf(
  { documentNumber, surname, issuingState }: ZoneFields,
  workspaceId: string,
  keyRing: Pick<KeyRing, 'derive'>,
): Pick<IdentityVerification, 'numberHash' | 'surnameHash'> {
  const hashed = (...parts: readonly string[]) =>
    hexOf(hmacSha256(keyRing.derive('identity-verification'), [workspaceId, ...parts].join('\0')));
  return {
    numberHash: hashed('number', issuingState, documentNumber),
    surnameHash: hashed('surname', surname),
  };
}
