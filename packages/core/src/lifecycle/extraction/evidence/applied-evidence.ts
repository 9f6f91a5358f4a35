import type { Instant } from '../../../kernel/time.ts';
import { invalidField } from '../../../kernel/validation.ts';
import { requireOrder } from '../../lifecycles/checked-lifecycle.ts';
import { confirmed, type Lifecycle, mostIdentifiers } from '../../lifecycles/lifecycle.ts';
import { isIdentifierKind } from '../rules/identifiers.ts';
import { type ApplicableField, type Evidence, sayingOf } from './evidence.ts';

/**
 * The lifecycle with what a review takes over; the same if it takes over nothing. `before` is the evidence before the review:
 * the same decision again moves nothing that was changed since (EXT-7).
 */
export function appliedTo<L extends Lifecycle>(
  lifecycle: L,
  evidence: Evidence,
  before: Evidence,
  byUserId: string,
  at: Instant,
): L {
  const { appliedTo: field } = evidence;
  const value = sayingOf(evidence);
  if (field === null || isMovedSince(lifecycle, field, before)) return lifecycle;
  if (field === 'identifier') return withIdentifier(lifecycle, evidence);
  const said = { expiresOn: value, source: 'extracted' as const, note: evidence.reviewNote };
  const after =
    field === 'expiresOn'
      ? { ...lifecycle, ...confirmed(lifecycle, said, byUserId, at) }
      : { ...lifecycle, [field]: value };
  // The request has the date as the correction alone, and otherwise says only where it goes.
  const path = evidence.status === 'corrected' ? '/correctedValue' : '/applyTo';
  requireOrder(after, { issuedOn: path, effectiveOn: path, expiresOn: path });
  return after;
}

/** Whether an earlier review took over into the field, and somebody has put something else there since. */
function isMovedSince(lifecycle: Lifecycle, field: ApplicableField, before: Evidence): boolean {
  if (before.appliedTo !== field || field === 'identifier') return false;
  const now = field === 'expiresOn' ? lifecycle.confirmedExpiresOn : lifecycle[field];
  return now !== sayingOf(before);
}

function withIdentifier<L extends Lifecycle>(lifecycle: L, evidence: Evidence): L {
  const value = sayingOf(evidence);
  const { kind } = evidence;
  const { identifiers } = lifecycle;
  const isThere = identifiers.some((one) => one.kind === kind && one.value === value);
  if (!isIdentifierKind(kind) || isThere) return lifecycle;
  if (identifiers.length >= mostIdentifiers)
    throw invalidField(
      '/applyTo',
      'field.out_of_range',
      `Remove one of the ${mostIdentifiers} identifiers of the document first.`,
    );
  return { ...lifecycle, identifiers: [...identifiers, { kind, value, evidenceId: evidence.id }] };
}
