import { instantText } from '../kernel/instant-text.ts';
import { columnsOf, liveCandidates, openRenewals } from './sql-parts.ts';
import { statusAt } from './status-sql.ts';

/** The lifecycle `l`, its document `d` and the type `t` of that; the first parameter is the workspace. */
export const factsSource = `
  join document_lifecycles l on l.workspace_id = $1 and l.document_id = p.document_id
  join documents d on d.workspace_id = $1 and d.id = p.document_id
  left join document_types t on t.workspace_id = $1 and t.id = d.document_type_id`;

/** All that answers tell of a lifecycle and that its risks are read off; its instant is a parameter. */
export const factsColumns = (selection: string, now: string): string => `
  ${columnsOf('l', selection)}, ${statusAt(now)} status, d.name "documentName",
  d.status "documentStatus", d.document_type_id "typeId", t.name "typeName", d.scan, d.created_at "uploadedAt",
  case when t.id is not null then jsonb_build_object('expirationExpected', t.expiration_expected,
    'ownerRequired', t.owner_required, 'requiredDates', t.required_dates,
    'requiredIdentifiers', t.required_identifiers, 'governmentIdentity', t.government_identity) end duties,
  (select jsonb_build_object('caseId', r.id, 'status', r.status, 'dueOn', r.due_on) from renewal_cases r
   where r.workspace_id = $1 and r.document_id = l.document_id and r.status in (${openRenewals})) renewal,
  (select jsonb_build_object('id', c.id, 'status', c.status) from retention_candidates c
   where c.workspace_id = $1 and c.document_id = l.document_id and c.status in (${liveCandidates}) limit 1) candidate,
  (select jsonb_build_object('verificationId', v.id, 'outcome', v.outcome, 'verifiedAt', ${instantText('v.created_at')})
   from identity_verifications v where v.workspace_id = $1 and v.document_id = l.document_id
   order by v.id desc limit 1) identity,
  (select min(h.review_on) from document_holds h
   where h.workspace_id = $1 and h.document_id = l.document_id and h.status = 'active') "reviewOn",
  coalesce((select jsonb_agg(jsonb_build_object('risk', a.risk, 'until', a.until, 'forExpiresOn', a.for_expires_on,
     'reason', a.reason, 'byUserId', a.by_user_id, 'at', ${instantText('a.at')}))
   from risk_acknowledgements a where a.workspace_id = $1 and a.document_id = l.document_id), '[]') acknowledgements`;
