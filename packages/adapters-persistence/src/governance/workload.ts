import type { governance as core, records } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { timely } from '../kernel/timely.ts';
import {
  activeMembership,
  caseOpens,
  caseReach,
  type Given,
  openedFor,
  parameters,
  type ReachingAs,
  reachingAs,
} from '../records/reach.ts';
import { tooSlow } from './too-slow.ts';
import { visibleCases } from './visible-cases.ts';

/** Who may approve an entry `e` that somebody else wrote, by its review policy (records 5.4). */
const mayReview = (member: string) =>
  `${member}.user_id <> e.author_user_id and ${member}.role = any(case e.review_policy
     when 'peer' then array['reviewer', 'contributor', 'lead'] when 'lead' then array['lead'] else array['reviewer', 'lead'] end)`;

const isActive = (member: string, { at }: ReachingAs) =>
  `${member}.workspace_id = $1 and ${member}.ended_at is null and (${member}.ends_at is null or ${member}.ends_at > ${at})`;

interface Asked {
  readonly workspaceId: string;
  readonly reach: records.RecordReach;
  readonly scope: core.WorkloadScope;
}

interface Parts {
  readonly values: unknown[];
  readonly given: Given;
  readonly as: ReachingAs;
  /** The open cases that count, and the entries in them that wait for somebody. */
  readonly counted: string;
  /** Whether what a row `x` of a person says counts for them. */
  readonly concerns: string;
}

/**
 * Everything begins with the open cases that the caller sees, and with the entries in them that wait for somebody: both are
 * few beside all that there is, and each has an index.
 */
function partsOf({ workspaceId, reach, scope }: Asked): Parts {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const opened = given(reach.masks);
  const [{ joins }, { joins: entryJoins }] = [caseReach(as), caseReach(as, 'entry')];
  const isAuthor = `e.author_user_id = ${as.user}`;
  const led = `(select m.case_id from case_members m where ${activeMembership(as)} and m.role = 'lead')`;
  return {
    ...{ values, given, as },
    counted: `seen as materialized (${visibleCases(reach, as, {
      masks: opened,
      columns: 'c.id',
      where: "c.status in ('intake', 'active', 'on_hold')",
    })}), waiting as materialized (
      select e.id, e.case_id, e.author_user_id, e.review_policy, v.state
      from record_entry_versions v
      join record_entries e on e.workspace_id = $1 and e.id = v.entry_id and e.working_number = v.number
      join record_cases c on c.workspace_id = $1 and c.id = e.case_id ${entryJoins}
      where v.workspace_id = $1 and v.state in ('in_review', 'approved') and c.status in ('intake', 'active', 'on_hold')
        and (e.effective_mask & ~${caseOpens(as, isAuthor)}) = 0 and ${openedFor('e.effective_mask', opened, as, isAuthor)}
    ), asked as materialized (
      select e.id, e.case_id, e.co_signer_user_id user_id
      from record_entries e join record_cases c on c.workspace_id = $1 and c.id = e.case_id ${entryJoins}
      where e.workspace_id = $1 and e.co_sign_status = 'pending' and e.co_signer_user_id is not null
        and c.status in ('intake', 'active', 'on_hold')
        and (e.effective_mask & ~${caseOpens(as, isAuthor)}) = 0 and ${openedFor('e.effective_mask', opened, as, isAuthor)}
    ), awaited as materialized (
      select f.case_id, f.owner_user_id, f.due_at
      from follow_ups f join record_cases c on c.workspace_id = $1 and c.id = f.case_id
      left join record_entries e on e.workspace_id = $1 and e.id = f.artifact_id ${joins}
      where f.workspace_id = $1 and f.status in ('open', 'in_progress') and c.status in ('intake', 'active', 'on_hold')
        and (${followUpMask} & ~${caseOpens(as, `coalesce(${isAuthor}, false)`)}) = 0 and ${openedFor(followUpMask, opened, as, `coalesce(${isAuthor}, false)`)}
    )`,
    concerns: scope === 'everybody' ? 'true' : `(x.user_id = ${as.user} or x.case_id in ${led})`,
  };
}

/** The labels of the case, and those of the entry that a follow-up is about. */
const followUpMask = '(c.effective_mask | coalesce(e.effective_mask, 0))';

/** What each person has to do, a row for each thing. */
const itemsSql = (as: ReachingAs) => `
  select m.user_id, m.case_id, 1 open, case when m.role = 'lead' then 1 else 0 end leads, 0 signs, 0 reviews, 0 co_signs, 0 follow_ups, 0 late, null::timestamptz due
  from seen s join case_members m on m.case_id = s.id and ${isActive('m', as)}
  union all select w.author_user_id, w.case_id, 0, 0, 1, 0, 0, 0, 0, null from waiting w where w.state = 'approved'
  union all select m.user_id, e.case_id, 0, 0, 0, 1, 0, 0, 0, null from waiting e
    join case_members m on m.case_id = e.case_id and ${isActive('m', as)} where e.state = 'in_review' and ${mayReview('m')}
  union all select a.user_id, a.case_id, 0, 0, 0, 0, 1, 0, 0, null from asked a
  union all select f.owner_user_id, f.case_id, 0, 0, 0, 0, 0, 1, case when f.due_at < ${as.at} then 1 else 0 end,
      case when f.due_at >= ${as.at} then f.due_at end
    from awaited f`;

export const recordWorkload = (sql: Sql, workspaceId: string): core.RecordWorkload => ({
  members(reach, scope, after, limit) {
    const { values, given, as, counted, concerns } = partsOf({ workspaceId, reach, scope });
    const place =
      after === null
        ? ''
        : `where (t.late < ${given(after[0])}::integer or (t.late = ${given(after[0])}::integer and (t.sort_name, t.user_id) > (${given(after[1])}, ${given(after[2])})))`;
    const people =
      scope === 'everybody'
        ? 'true'
        : `(p.user_id = ${as.user} or p.user_id in (select x.user_id from items x where x.open = 1 and x.case_id in
            (select m.case_id from case_members m where ${activeMembership(as)} and m.role = 'lead')))`;
    const text = `
      with ${counted}, items as materialized (${itemsSql(as)}), totals as (
        select x.user_id, sum(x.open)::integer open, sum(x.leads)::integer leads, sum(x.signs)::integer signs, sum(x.reviews)::integer reviews,
          sum(x.co_signs)::integer co_signs, sum(x.follow_ups)::integer follow_ups, sum(x.late)::integer late, min(x.due) due
        from items x where ${concerns} group by x.user_id
      ), t as (
        select p.user_id, p.display_name, p.sort_name collate "und-x-icu" sort_name, coalesce(w.open, 0) open, coalesce(w.leads, 0) leads,
          coalesce(w.signs, 0) signs, coalesce(w.reviews, 0) reviews, coalesce(w.co_signs, 0) co_signs,
          coalesce(w.follow_ups, 0) follow_ups, coalesce(w.late, 0) late, w.due
        from memberships p left join totals w on w.user_id = p.user_id
        where p.workspace_id = $1 and p.status = 'active' and ${people}
      )
      select t.user_id "userId", t.display_name "displayName", t.sort_name "sortName", t.open "openCases", t.leads "leadCases",
        t.signs "entriesToSign", t.reviews "entriesToReview", t.co_signs "coSignsPending", t.follow_ups "followUpsOpen",
        t.late "followUpsOverdue", t.due "nextDueAt"
      from t ${place} order by t.late desc, t.sort_name, t.user_id limit ${given(limit + 1)}`;
    return timely(sql, () => sql<core.MemberWorkload>(text, values), tooSlow);
  },
  async unassigned(reach, scope) {
    const { values, as, counted, concerns } = partsOf({ workspaceId, reach, scope });
    const text = `
      with ${counted}
      select (select count(*)::integer from (select s.id case_id, null::text user_id from seen s where not exists (
          select from case_members m where m.case_id = s.id and m.role = 'lead' and ${isActive('m', as)})) x where ${concerns}) "casesWithoutLead",
        (select count(*)::integer from (select e.case_id, e.author_user_id user_id from waiting e
          where e.state = 'in_review' and e.review_policy <> 'author' and not exists (
            select from case_members m where m.case_id = e.case_id and ${isActive('m', as)} and ${mayReview('m')})) x where ${concerns}) "reviewsWithoutReviewer"`;
    const row = await timely(sql, () => sql.first<core.Unassigned>(text, values), tooSlow);
    return row ?? { casesWithoutLead: 0, reviewsWithoutReviewer: 0 };
  },
});
