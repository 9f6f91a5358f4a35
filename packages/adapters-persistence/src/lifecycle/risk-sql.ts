import { lifecycle as core } from '@chancery/core';
import { openRenewals, quoted } from './sql-parts.ts';

const isHere = (alias: string) => `${alias}.workspace_id = $1 and ${alias}.document_id = l.document_id`;
const newestOutcome = `(select v.outcome from identity_verifications v where ${isHere('v')} order by v.id desc limit 1)`;
const isOwed = "s.status not in ('superseded', 'disposed')";

/**
 * Whether a risk of the lifecycle `l` is open: of the document `d` with the type `t`, if it has one, and the status `s`, on a
 * day that is an expression. `openRisks` of the core says the same without a database, and a test holds that both agree.
 */
export const riskSql = (today: string): Readonly<Record<core.RiskCode, string>> => ({
  missing_type: `(${isOwed} and t.id is null and s.status <> 'untracked')`,
  missing_owner: `(${isOwed} and l.owner_user_id is null and (l.owner_left_at is not null or coalesce(t.owner_required, false)))`,
  missing_date: `(${isOwed} and t.id is not null and (
    (s.status = 'needs_date' and t.expiration_expected)
    or (l.issued_on is null and 'issuedOn' = any(t.required_dates))
    or (l.effective_on is null and 'effectiveOn' = any(t.required_dates))
    or (l.expires_on is null and s.status <> 'no_expiration' and 'expiresOn' = any(t.required_dates))))`,
  missing_identifier: `(${isOwed} and t.id is not null and exists (select from unnest(t.required_identifiers) wanted (kind)
    where not exists (select from jsonb_array_elements(l.identifiers) i where i ->> 'kind' = wanted.kind)))`,
  unconfirmed_date: `(${isOwed} and l.expires_on is not null and l.confirmed_at is null and l.require_confirmation)`,
  expiring: "(s.status = 'expiring_soon')",
  expired: "(s.status in ('in_grace', 'expired'))",
  renewal_overdue: `(${isOwed} and exists (select from renewal_cases r
    where ${isHere('r')} and r.status in (${openRenewals}) and r.due_on < ${today}))`,
  identity_unverified: `(${isOwed} and coalesce(t.government_identity, false)
    and not exists (select from identity_verifications v where ${isHere('v')}))`,
  identity_mismatch: `(${isOwed} and coalesce(${newestOutcome} in ('mismatch', 'invalid_document'), false))`,
  hold_review_due: `(s.status <> 'disposed' and exists (select from document_holds h
    where ${isHere('h')} and h.status = 'active' and h.review_on <= ${today}))`,
  scan_skipped: `(${isOwed} and d.scan = 'skipped')`,
});

const ofDate = quoted(core.risksOfDate);

/** Whether somebody accepts an open risk of it; an acknowledgement of an expiry counts for one date alone (LIF-16). */
export const isAcknowledged = (today: string): string => {
  const isOpen = Object.entries(riskSql(today)).map(
    ([risk, condition]) => `when '${risk}' then ${condition}`,
  );
  return `exists (select from risk_acknowledgements a where ${isHere('a')} and a.until >= ${today}
    and (a.risk not in (${ofDate}) or a.for_expires_on is not distinct from l.expires_on)
    and case a.risk ${isOpen.join(' ')} else false end)`;
};
