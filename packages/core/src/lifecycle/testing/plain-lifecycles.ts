import type { KnownDates } from '../dates/calculation.ts';
import type { DatedDocument, DecidingPolicy } from '../dates/evaluation.ts';
import type { ExpirationVectors } from './vectors.ts';

/** The dates of a document of which nothing is known but when it was uploaded. */
export const nothingKnown: KnownDates = {
  issuedOn: null,
  effectiveOn: null,
  statedExpiresOn: null,
  statedSource: 'stated',
  noExpiration: false,
  confirmedExpiresOn: null,
  confirmedSource: null,
  uploadedAt: '2026-01-01T12:00:00.000Z',
  sealedAt: null,
};

/** A document of which nobody has said anything. */
export const nothingSaid: DatedDocument = {
  dates: nothingKnown,
  hasType: false,
  hasOwner: false,
  isConfirmed: false,
  isSuperseded: false,
  isDisposed: false,
};

/** The policy of a golden case, with what the case leaves out. */
export const goldenPolicy = (
  policy: ExpirationVectors['cases'][number]['policy'],
): Omit<DecidingPolicy, 'timeZone'> & { readonly timeZone: string } => ({
  ...policy,
  duration: policy.duration ? { years: 0, months: 0, days: 0, ...policy.duration } : null,
  fixedDate: policy.fixedDate ?? null,
  requireConfirmation: true,
});
