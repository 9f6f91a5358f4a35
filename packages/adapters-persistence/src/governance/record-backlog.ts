import type { governance } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { timely } from '../kernel/timely.ts';
import { caseOpens, caseReach, openedFor, parameters, reachingAs } from '../records/reach.ts';
import { tooSlow } from './too-slow.ts';

interface Row {
  readonly transfersPending: number;
  readonly transfersStale: number;
  readonly transferSince: string | null;
  readonly coSignsPending: number;
  readonly coSignsLate: number;
  readonly coSignSince: string | null;
  readonly unsigned: number;
  readonly unsignedSince: string | null;
  readonly amendmentsLate: number;
  readonly amendmentDueOn: string | null;
  readonly casesWithoutLead: number;
  readonly unscanned: number;
  readonly unscannedSince: string | null;
  readonly sharedIdentifiers: number;
}

/** What waits for somebody, each part by an index of what is open, in one statement. */
export const recordBacklog = (sql: Sql, workspaceId: string): governance.RecordBacklog => ({
  async counts(reach, moments) {
    const { values, given } = parameters(workspaceId);
    const as = reachingAs(reach, given);
    const isPrivacyOfficer = reach.reader.duties.includes('privacy_officer');
    // A parameter that the statement does not use is not given.
    const masks = isPrivacyOfficer ? '' : given(reach.masks);
    const shown = (mask: string, isAuthor = 'false') =>
      isPrivacyOfficer
        ? `${as.user} <> all(c.blocked_user_ids)`
        : `(${mask} & ~${caseOpens(as, isAuthor)}) = 0 and ${openedFor(mask, masks, as, isAuthor)}`;
    const inCases = (alias: string, caseId = `${alias}.case_id`) =>
      `join record_cases c on c.workspace_id = $1 and c.id = ${caseId} ${caseReach(as).joins}`;
    const entryJoins = `join record_cases c on c.workspace_id = $1 and c.id = e.case_id ${caseReach(as, 'entry').joins}`;
    const entryShown = shown('e.effective_mask', `e.author_user_id = ${as.user}`);
    const openCase = "c.status in ('intake', 'active', 'on_hold')";
    const moment = (instant: string) => `${given(instant)}::timestamptz`;
    const [offered, asked, taken] = [moments.transferOffered, moments.coSignAsked, moments.fileTaken].map(
      moment,
    );
    const today = `${given(moments.today)}::date`;
    const text = `
      select * from
      (select count(*)::integer "transfersPending", count(*) filter (where t.created_at <= ${offered})::integer "transfersStale",
          min(t.created_at) filter (where t.created_at <= ${offered}) "transferSince"
        from case_transfers t ${inCases('t')}
        where t.workspace_id = $1 and t.status = 'pending' and t.expires_at > ${as.at} and ${shown('c.effective_mask')}) t,
      (select count(*)::integer "coSignsPending", count(*) filter (where e.co_sign_requested_at <= ${asked})::integer "coSignsLate",
          min(e.co_sign_requested_at) filter (where e.co_sign_requested_at <= ${asked}) "coSignSince"
        from record_entries e ${entryJoins} where e.workspace_id = $1 and e.co_sign_status = 'pending' and ${entryShown}) s,
      (select count(*)::integer unsigned, min(e.signature_due_at) "unsignedSince"
        from record_entries e ${entryJoins} where e.workspace_id = $1 and e.signature_due_at < ${as.at} and ${entryShown}) u,
      (select count(*)::integer "amendmentsLate", min(a.due_on) "amendmentDueOn"
        from amendments a join record_entries e on e.workspace_id = $1 and e.id = a.entry_id ${entryJoins}
        where a.workspace_id = $1 and a.status = 'requested' and a.due_on < ${today} and ${entryShown}) a,
      (select count(*)::integer "casesWithoutLead" from record_cases c ${caseReach(as).joins}
        where c.workspace_id = $1 and ${openCase} and ${shown('c.effective_mask')} and not exists (
          select from case_members l join memberships p on p.workspace_id = $1 and p.user_id = l.user_id and p.status = 'active'
          where l.workspace_id = $1 and l.case_id = c.id and l.role = 'lead' and l.ended_at is null
            and (l.ends_at is null or l.ends_at > ${as.at}))) l,
      (select count(*)::integer unscanned, min(f.added_at) "unscannedSince"
        from record_attachments f join record_entries e on e.workspace_id = $1 and e.id = f.entry_id ${entryJoins}
        where f.workspace_id = $1 and f.released_at is null and f.scan is distinct from 'clean' and f.status <> 'quarantined'
          and f.added_at <= ${taken} and ${entryShown}) f,
      (select count(*)::integer "sharedIdentifiers" from (
        select from subject_identifiers i join subjects s on s.workspace_id = $1 and s.id = i.subject_id
        where i.workspace_id = $1 and i.status = 'active' and i.conflict_group is not null and ${isPrivacyOfficer}
        group by i.conflict_group having count(distinct s.canonical_subject_id) > 1) g) i`;
    const row = await timely(sql, () => sql.first<Row>(text, values), tooSlow);
    if (row === null) throw new TypeError('A count has one row');
    return {
      transfersPending: row.transfersPending,
      coSignsPending: row.coSignsPending,
      staleTransfers: { count: row.transfersStale, since: row.transferSince },
      lateCoSigns: { count: row.coSignsLate, since: row.coSignSince },
      lateSignatures: { count: row.unsigned, since: row.unsignedSince },
      lateAmendments: { count: row.amendmentsLate, dueOn: row.amendmentDueOn },
      casesWithoutLead: row.casesWithoutLead,
      unscannedFiles: { count: row.unscanned, since: row.unscannedSince },
      sharedIdentifiers: row.sharedIdentifiers,
    };
  },
});
