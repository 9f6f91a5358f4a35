/**
 * The status of the lifecycle `l` of the document `d` at an instant that is a parameter: the table of lifecycle 3.1 over the
 * boundaries (LIF-3). `statusOn` of the core says the same without a database, and a test holds that both agree.
 */
export const statusAt = (now: string): string => `
  case
    when d.status = 'disposed' then 'disposed'
    when l.superseded_by_document_id is not null then 'superseded'
    when not l.is_tracked then 'untracked'
    when l.no_expiration or (l.never_expires and l.expires_on is null) then 'no_expiration'
    when l.expires_on is null then 'needs_date'
    when l.grace_ends_at <= ${now}::timestamptz then 'expired'
    when l.ends_at <= ${now}::timestamptz then 'in_grace'
    when l.soon_at <= ${now}::timestamptz then 'expiring_soon'
    when l.confirmed_at is null and l.require_confirmation then 'needs_confirmation'
    else 'current'
  end`;
