import { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import {
  activeMembership,
  caseOpens,
  caseReach,
  type Given,
  openedFor,
  parameters,
  type ReachingAs,
  reachingAs,
} from './reach.ts';

/** What is counted alone beside what waits. */
type CountedKind = core.WaitingKind | 'draft' | 'undecided';
interface Row extends Omit<core.WaitingItem, 'kind'> {
  readonly kind: CountedKind;
  /** How many there are of the kind. */
  readonly total: number;
  readonly late: number;
  readonly today: number;
}

export const workLists = (sql: Sql, workspaceId: string): core.WorkLists => ({
  async waitingFor(reach, day, mostOfKind) {
    const { values, given } = parameters(workspaceId);
    const as = reachingAs(reach, given);
    const parts = { as, masks: given(reach.masks), given, most: given(mostOfKind) };
    const branches = [
      ...[ofAuthor, ofOthers, ofAmendments].flatMap((of) => of(parts)),
      ...[ofFollowUps(parts, day), ofTransfers(parts)],
    ];
    const rows = await sql<Row>(
      `with mine as materialized (select m.case_id, m.role from case_members m where ${activeMembership(as)})
       ${branches.join(' union all ')}`,
      values,
    );
    const firstOf = (kind: CountedKind) => rows.find((row) => row.kind === kind);
    const totalOf = (kind: CountedKind) => firstOf(kind)?.total ?? 0;
    return {
      counts: {
        byKind: new Map(core.waitingKinds.map((kind) => [kind, totalOf(kind)])),
        drafts: totalOf('draft'),
        amendmentsPending: totalOf('undecided'),
        followUpsOverdue: firstOf('follow_up')?.late ?? 0,
        followUpsDueToday: firstOf('follow_up')?.today ?? 0,
      },
      items: rows.flatMap(({ kind, total: _, late: __, today: ___, ...item }) =>
        kind === 'draft' || kind === 'undecided' ? [] : [{ kind, ...item }],
      ),
    };
  },
});

interface Parts {
  readonly as: ReachingAs;
  readonly masks: string;
  readonly given: Given;
  readonly most: string;
}
interface Branch {
  readonly kind: CountedKind;
  readonly dueAt?: string;
  readonly dueOn?: string;
  readonly since: string;
  readonly late?: string;
  readonly today?: string;
  readonly most: string;
}

/** The lines of one kind, of what `x` has as id, case_id, title, mask and is_opened. */
const branch = (
  { kind, dueAt = 'null', dueOn = 'null', since, late = 'false', today = 'false', most }: Branch,
  from: string,
): string =>
  `(select '${kind}' kind, x.id, x.case_id "caseId", x.title, x.is_opened "isOpened", ${dueAt}::timestamptz "dueAt",
      ${dueOn}::date "dueOn", ${since} since, x.mask "effectiveMask", (count(*) over ())::integer total,
      (count(*) filter (where ${late}) over ())::integer late, (count(*) filter (where ${today}) over ())::integer today
    from ${from} x order by ${dueAt}::timestamptz nulls last, ${dueOn}::date nulls last, ${since}, x.id limit ${most})`;

const working =
  'join record_entry_versions v on v.workspace_id = $1 and v.entry_id = e.id and v.number = e.working_number';
const ofMyCases = 'mine k join record_entries e on e.workspace_id = $1 and e.case_id = k.case_id';
const due = 'e.signature_due_at due_at';

const authorIs = ({ user }: ReachingAs): string => `e.author_user_id = ${user}`;

/** Entries `e` that the caller passes, with what else is read of them. */
function seenEntries(
  { as, masks }: Pick<Parts, 'as' | 'masks'>,
  { from, where, further }: { readonly from: string; readonly where: string; readonly further: string },
): string {
  const isAuthor = authorIs(as);
  return `(select e.id, e.case_id, e.title, e.effective_mask mask, ${openedFor('e.effective_mask', masks, as, isAuthor)} is_opened, ${further}
    from ${from} join record_cases c on c.workspace_id = $1 and c.id = e.case_id ${caseReach(as, 'entry').joins}
    where ${where} and (e.effective_mask & ~${caseOpens(as, isAuthor)}) = 0)`;
}

/** What the caller writes themselves. */
function ofAuthor(parts: Parts): readonly string[] {
  const { as, most } = parts;
  const written = (state: string, further: string) =>
    seenEntries(parts, {
      from: `record_entries e ${working}`,
      where: `e.workspace_id = $1 and ${authorIs(as)} and e.working_number is not null and ${state}`,
      further,
    });
  const since = 'x.since';
  return [
    branch(
      { kind: 'draft', since, most: '1' },
      written("v.state in ('draft', 'changes_requested')", 'e.created_at since'),
    ),
    branch(
      { kind: 'changes_requested', dueAt: 'x.due_at', since, most },
      written("v.state = 'changes_requested'", `${due}, v.submitted_at since`),
    ),
    branch(
      { kind: 'sign', dueAt: 'x.due_at', since, most },
      written("v.state = 'approved'", `${due}, v.approved_at since`),
    ),
  ];
}

/** What others wrote in the cases that the caller is on, and they are to approve or to sign too. */
function ofOthers(parts: Parts): readonly string[] {
  const { as, given, most } = parts;
  const isAuthor = authorIs(as);
  const pairs = Object.entries(core.entryReviewers).flatMap(([policy, roles]) =>
    roles.map((role) => [policy, role] as const),
  );
  const [policies, roles] = [0, 1].map((at) => given(pairs.map((pair) => pair[at as 0 | 1])));
  const since = 'x.since';
  return [
    branch(
      { kind: 'review', dueAt: 'x.due_at', since, most },
      seenEntries(parts, {
        from: `${ofMyCases} and e.working_number is not null ${working}`,
        where: `v.state = 'in_review' and (not ${isAuthor} or e.review_policy = 'author')
          and (e.review_policy, k.role) in (select p, r from unnest(${policies}::text[], ${roles}::text[]) u (p, r))`,
        further: `${due}, v.submitted_at since`,
      }),
    ),
    branch(
      { kind: 'co_sign', since, most },
      seenEntries(parts, {
        from: `${ofMyCases} and e.co_sign_status = 'pending'
          left join record_templates t on t.workspace_id = $1 and t.id = e.template_id`,
        where: `not ${isAuthor} and (e.co_signer_user_id = ${as.user} or (e.co_signer_user_id is null
          and (k.role = 'lead' or k.role = coalesce(t.co_signer_case_role, 'reviewer'))))`,
        further: 'e.co_sign_requested_at since',
      }),
    ),
  ];
}

/** What is asked to be changed in entries: what the caller may decide, and how much there is. */
function ofAmendments(parts: Parts): readonly string[] {
  const { as, given, most } = parts;
  const undecided = (from: string, where: string) =>
    `(select a.id, e.case_id, e.title, e.mask, e.is_opened, a.due_on, a.created_at from amendments a
      join lateral ${seenEntries(parts, { from, where: `e.id = a.entry_id and ${where}`, further: 'null further' })} e on true
      where a.workspace_id = $1 and a.status = 'requested')`;
  const mayDecide = `k.role = any(${given(core.decidingRoles)}::text[]) and a.requested_by_user_id is distinct from ${as.user}`;
  return [
    branch(
      { kind: 'amendment', dueOn: 'x.due_on', since: 'x.created_at', most },
      undecided(ofMyCases, mayDecide),
    ),
    branch(
      { kind: 'undecided', since: 'x.created_at', most: '1' },
      undecided('record_entries e', 'e.workspace_id = $1'),
    ),
  ];
}

/** What the caller is to do, with the labels of the case and of the entry that it is about. */
function ofFollowUps({ as, masks, given, most }: Parts, day: core.DayBounds): string {
  const isAuthor = `coalesce(e.author_user_id = ${as.user}, false)`;
  const mask = '(c.effective_mask | coalesce(e.effective_mask, 0))';
  const today = `x.due_at >= ${given(day.from)}::timestamptz and x.due_at < ${given(day.to)}::timestamptz`;
  return branch(
    {
      ...{ kind: 'follow_up', dueAt: 'x.due_at', since: 'x.created_at', most },
      ...{ late: `x.due_at < ${as.at}`, today },
    },
    `(select f.id, f.case_id, f.title, ${mask} mask, ${openedFor(mask, masks, as, isAuthor)} is_opened, f.due_at, f.created_at
      from follow_ups f join record_cases c on c.workspace_id = $1 and c.id = f.case_id
      left join record_entries e on e.workspace_id = $1 and e.id = f.artifact_id ${caseReach(as).joins}
      where f.workspace_id = $1 and f.owner_user_id = ${as.user} and f.status in ('open', 'in_progress')
        and (${mask} & ~${caseOpens(as, isAuthor)}) = 0)`,
  );
}

/** Cases that the caller is asked to lead. Who does not see the case yet is told its number alone. */
function ofTransfers({ as, masks, most }: Parts): string {
  const passes = `coalesce((c.effective_mask & ~${caseOpens(as)}) = 0, false)`;
  return branch(
    { kind: 'transfer', dueAt: 'x.expires_at', since: 'x.created_at', most },
    `(select t.id, t.case_id, case when s.is_seen then c.title else c.case_number end title,
        case when s.is_seen then c.effective_mask else 0 end mask,
        (not s.is_seen or ${openedFor('c.effective_mask', masks, as)}) is_opened, t.expires_at, t.created_at
      from case_transfers t join record_cases c on c.workspace_id = $1 and c.id = t.case_id ${caseReach(as).joins}
      cross join lateral (select ${passes} is_seen) s
      where t.workspace_id = $1 and t.to_user_id = ${as.user} and t.status = 'pending' and t.expires_at > ${as.at}
        and ${as.user} <> all(c.blocked_user_ids))`,
  );
}
