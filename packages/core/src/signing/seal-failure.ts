/** Why a file could not be sealed, as `seal.failureCode` names it (documents 2.8). */
export const sealFailureCodes = [
  'seal.key_unavailable',
  'seal.certificate_expired',
  'seal.timestamp_unavailable',
  'seal.self_check_failed',
] as const;
export type SealFailureCode = (typeof sealFailureCodes)[number];

const sentences: Readonly<Record<SealFailureCode, string>> = {
  'seal.key_unavailable': 'The key of the seal cannot be read or does not sign.',
  'seal.certificate_expired': 'A certificate of the seal has expired or is not valid yet.',
  'seal.timestamp_unavailable': 'No time-stamp authority gave a time-stamp, and the seal needs one.',
  'seal.self_check_failed': 'The sealed file did not pass its check, so it is not stored.',
};

/** The file was not sealed, and nothing was stored. The detail is for operators and holds no secret. */
export class SealFailure extends Error {
  override readonly name = 'SealFailure';
  readonly code: SealFailureCode;

  constructor(code: SealFailureCode, detail: string | null = null, options?: { readonly cause: unknown }) {
    super(detail === null ? sentences[code] : `${sentences[code]} ${detail}`, options);
    this.code = code;
  }

  /** Whether trying again is of no use until the operator has installed another certificate (SEA-10). */
  get isPermanent(): boolean {
    return this.code === 'seal.certificate_expired';
  }
}
