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
  readonly late?: string;
  readonly today?: string;
  readonly most: string;
}

/** The lines of one kind; `from` says of each its id, case_id, title, mask, whether is_opened, due_at, due_on and since. */
const branch = ({ kind, late = 'false', today = 'false', most }: Branch, from: string): string =>
  `(select '${kind}' kind, x.id, x.case_id "caseId", x.title, x.is_opened "isOpened", x.due_at "dueAt",
      x.due_on "dueOn", x.since, x.mask "effectiveMask", (count(*) over ())::integer total,
      (count(*) filter (where ${late}) over ())::integer late, (count(*) filter (where ${today}) over ())::integer today
    from ${from} x order by x.due_at nulls last, x.due_on nulls last, x.since, x.id limit ${most})`;

const never = 'null::timestamptz';
const noDate = 'null::date';
const working =
  'join record_entry_versions v on v.workspace_id = $1 and v.entry_id = e.id and v.number = e.working_number';
const ofMyCases = 'mine k join record_entries e on e.workspace_id = $1 and e.case_id = k.case_id';

const authorIs = ({ user }: ReachingAs): string => `e.author_user_id = ${user}`;

/** Which entries `e`, and when each is due and since when it waits. */
interface EntrySource {
  readonly from: string;
  readonly where: string;
  readonly dueAt?: string;
  readonly since: string;
}

/** Entries that the caller passes. */
function seenEntries(
  { as, masks }: Pick<Parts, 'as' | 'masks'>,
  { from, where, dueAt = never, since }: EntrySource,
): string {
  const isAuthor = authorIs(as);
  return `(select e.id, e.case_id, e.title, e.effective_mask mask, ${openedFor('e.effective_mask', masks, as, isAuthor)} is_opened,
      ${dueAt} due_at, ${noDate} due_on, ${since} since
    from ${from} join record_cases c on c.workspace_id = $1 and c.id = e.case_id ${caseReach(as, 'entry').joins}
    where ${where} and (e.effective_mask & ~${caseOpens(as, isAuthor)}) = 0)`;
}

/** What the caller writes themselves. */
function ofAuthor(parts: Parts): readonly string[] {
  const { as, most } = parts;
  const written = (state: string, since: string) =>
    seenEntries(parts, {
      from: `record_entries e ${working}`,
      where: `e.workspace_id = $1 and ${authorIs(as)} and e.working_number is not null and ${state}`,
      ...{ dueAt: 'e.signature_due_at', since },
    });
  return [
    branch(
      { kind: 'draft', most: '1' },
      written("v.state in ('draft', 'changes_requested')", 'e.created_at'),
    ),
    branch({ kind: 'changes_requested', most }, written("v.state = 'changes_requested'", 'v.submitted_at')),
    branch({ kind: 'sign', most }, written("v.state = 'approved'", 'v.approved_at')),
  ];
}

/** What others wrote in the cases that the caller is on, and they are to approve or to sign too. */
function ofOthers(parts: Parts): readonly string[] {
  const { as, given, most } = parts;
  const isAuthor = authorIs(as);
  const reviewers = Object.entries(core.entryReviewers).flatMap(([policy, roles]) =>
    roles.map((role) => ({ policy, role })),
  );
  const policies = given(reviewers.map(({ policy }) => policy));
  const roles = given(reviewers.map(({ role }) => role));
  return [
    branch(
      { kind: 'review', most },
      seenEntries(parts, {
        from: `${ofMyCases} and e.working_number is not null ${working}`,
        where: `v.state = 'in_review' and (not ${isAuthor} or e.review_policy = 'author')
          and (e.review_policy, k.role) in (select p, r from unnest(${policies}::text[], ${roles}::text[]) u (p, r))`,
        ...{ dueAt: 'e.signature_due_at', since: 'v.submitted_at' },
      }),
    ),
    branch(
      { kind: 'co_sign', most },
      seenEntries(parts, {
        from: `${ofMyCases} and e.co_sign_status = 'pending'
          left join record_templates t on t.workspace_id = $1 and t.id = e.template_id`,
        where: `not ${isAuthor} and (e.co_signer_user_id = ${as.user} or (e.co_signer_user_id is null
          and (k.role = 'lead' or k.role = coalesce(t.co_signer_case_role, 'reviewer'))))`,
        since: 'e.co_sign_requested_at',
      }),
    ),
  ];
}

/** What is asked to be changed in entries: what the caller may decide, and how much there is. */
function ofAmendments(parts: Parts): readonly string[] {
  const { as, given, most } = parts;
  const undecided = (from: string, where: string) =>
    `(select a.id, e.case_id, e.title, e.mask, e.is_opened, e.due_at, a.due_on, e.since from amendments a
      join lateral ${seenEntries(parts, { from, where: `e.id = a.entry_id and ${where}`, since: 'a.created_at' })} e on true
      where a.workspace_id = $1 and a.status = 'requested')`;
  const mayDecide = `k.role = any(${given(core.decidingRoles)}::text[]) and a.requested_by_user_id is distinct from ${as.user}`;
  return [
    branch({ kind: 'amendment', most }, undecided(ofMyCases, mayDecide)),
    branch({ kind: 'undecided', most: '1' }, undecided('record_entries e', 'e.workspace_id = $1')),
  ];
}

/** What the caller is to do, with the labels of the case and of the entry that it is about. */
function ofFollowUps({ as, masks, given, most }: Parts, day: core.DayBounds): string {
  const isAuthor = `coalesce(${authorIs(as)}, false)`;
  const mask = '(c.effective_mask | coalesce(e.effective_mask, 0))';
  const today = `x.due_at >= ${given(day.from)}::timestamptz and x.due_at < ${given(day.to)}::timestamptz`;
  return branch(
    { kind: 'follow_up', late: `x.due_at < ${as.at}`, today, most },
    `(select f.id, f.case_id, f.title, ${mask} mask, ${openedFor(mask, masks, as, isAuthor)} is_opened,
        f.due_at, ${noDate} due_on, f.created_at since
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
    { kind: 'transfer', most },
    `(select t.id, t.case_id, case when s.is_seen then c.title else c.case_number end title,
        case when s.is_seen then c.effective_mask else 0 end mask,
        (not s.is_seen or ${openedFor('c.effective_mask', masks, as)}) is_opened,
        t.expires_at due_at, ${noDate} due_on, t.created_at since
      from case_transfers t join record_cases c on c.workspace_id = $1 and c.id = t.case_id ${caseReach(as).joins}
      cross join lateral (select ${passes} is_seen) s
      where t.workspace_id = $1 and t.to_user_id = ${as.user} and t.status = 'pending' and t.expires_at > ${as.at}
        and ${as.user} <> all(c.blocked_user_ids))`,
  );
}
