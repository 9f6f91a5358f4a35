import { ownedByGate } from './row-access.ts';

export const live = `g.workspace_id = $1 and g.user_id = $4 and g.ended_at is null and g.starts_at <= $6 and g.expires_at > $6`;
const opens = (granted: string, isAuthor: boolean) =>
  `record_case_opens($3, $5, $4, c.visibility, c.blocked_user_ids, m.role, g.${granted}, ${isAuthor})`;

/** What a row `s` is open to, by its case `r` and by what was granted on its entry alone. */
const rowOpens = (kind: '' | 'purpose_') => `case
  when r.is_walled then null
  when t.${kind}mask is null then case when s.author_id = $4 then r.${kind}opens_to_author else r.${kind}opens end
  else coalesce(case when s.author_id = $4 then r.${kind}opens_to_author else r.${kind}opens end, 0) | 1 | t.${kind}mask end`;
const passes = `(s.effective_mask & ~(${rowOpens('')})) = 0`;
const opened = `s.effective_mask = any($7) and (r.granted is null and t.mask is null
  or coalesce((s.effective_mask & ~(${rowOpens('purpose_')})) = 0, false))`;

/** What access for a time the caller has, by its scope. */
export const granted = `select g.scope_kind, g.scope_id, bit_or(g.label_mask) mask, bit_or(g.label_mask) filter (where g.purpose_of_use = $15) purpose_mask
      from record_grants g where ${live} group by 1, 2`;

/**
 * Row-level security would keep the search from using the index of words, so the workspace and who sees what are in here, in
 * the one statement that finds: `reach.ts` says the same of lists, and a test compares the two. Access for a time opens for
 * its own purpose alone, and may be to one entry (GOV-12, GOV-14). Who asks is said by the caller, as everywhere else. There
 * is always a row: without any hit it says how many were withheld for another purpose.
 */
export const search = `
create function chancery_search_records(wanted text, caller_role text, caller_id text, clearance integer, purpose text, seen_at timestamptz,
  masks integer[], of_kinds text[], in_case uuid, from_at timestamptz, to_at timestamptz, with_errors boolean, most integer, most_withheld integer)
returns table (kind text, id uuid, case_id uuid, artifact_id uuid, effective_mask integer, occurred_at timestamptz, status text,
  rank integer, found integer, withheld integer)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  workspace text := nullif(current_setting('app.workspace', true), '');
  named tsquery := chancery_record_query(chancery_record_language(workspace), wanted);
  filters text := concat('s.workspace_id = $1 and s.words @@ $2',
    case when of_kinds is not null then ' and s.kind = any($8)' end,
    case when in_case is not null then ' and s.case_id = $9' end,
    case when from_at is not null then ' and s.occurred_at >= $10' end,
    case when to_at is not null then ' and s.occurred_at <= $11' end,
    case when not with_errors then ' and s.status <> ''entered_in_error''' end);
  -- What the workspace itself opens, beside the cases that the caller is on.
  wide text := case
    when caller_role in ('owner', 'admin') then
      's.effective_mask <= 1 and s.case_id not in (select b.id from record_cases b where b.workspace_id = $1
        and b.blocked_user_ids <> ''{}'' and $4 = any(b.blocked_user_ids))'
    when caller_role = 'member' then
      's.effective_mask = 0 and s.case_id in (select b.id from record_cases b where b.workspace_id = $1
        and b.visibility = ''workspace'' and b.effective_mask = 0 and $4 <> all(b.blocked_user_ids))'
    else 'false' end;
begin
  return query execute format($q$
    with granted as materialized (
      ${granted}
    ), reached as materialized (
      select c.id, $4 = any(c.blocked_user_ids) is_walled, g.granted,
        ${opens('granted', false)} opens, ${opens('granted', true)} opens_to_author,
        ${opens('for_purpose', false)} purpose_opens, ${opens('for_purpose', true)} purpose_opens_to_author
      from record_cases c
      left join case_members m on m.case_id = c.id and m.workspace_id = $1 and m.user_id = $4 and m.ended_at is null
        and (m.ends_at is null or m.ends_at > $6)
      left join lateral (select bit_or(x.mask) granted, bit_or(x.purpose_mask) for_purpose from granted x
        where (x.scope_kind = 'case' and x.scope_id = c.id) or (x.scope_kind = 'subject' and x.scope_id in (
          select k.id from subjects p join subjects k on k.workspace_id = $1 and k.id in (p.id, p.canonical_subject_id)
          where p.workspace_id = $1 and p.id = c.primary_subject_id))) g on true
      where c.workspace_id = $1 and c.id in (
        select m.case_id from case_members m where m.workspace_id = $1 and m.user_id = $4 and m.ended_at is null
          and (m.ends_at is null or m.ends_at > $6)
        union select x.scope_id from granted x where x.scope_kind = 'case'
        union select e.case_id from granted x join record_entries e on e.workspace_id = $1 and e.id = x.scope_id where x.scope_kind = 'entry'
        union select c.id from granted x
          join subjects k on k.workspace_id = $1 and (k.id = x.scope_id or k.canonical_subject_id = x.scope_id)
          join record_cases c on c.workspace_id = $1 and c.primary_subject_id = k.id where x.scope_kind = 'subject')
    ), newest as materialized (
      (select s.* from record_search s join reached r on r.id = s.case_id
         left join granted t on t.scope_kind = 'entry' and t.scope_id = s.artifact_id
       where %1$s and ${passes} and ${opened} order by s.occurred_at desc, s.id desc limit $12 + 1)
      union all
      (select s.* from record_search s where %1$s and s.effective_mask = any($7)
         and s.case_id not in (select r.id from reached r) and %2$s
       order by s.occurred_at desc, s.id desc limit $12 + 1)
      order by occurred_at desc, id desc limit $12 + 1
    ), withheld as (
      select count(*)::integer most from (select from record_search s join reached r on r.id = s.case_id
         left join granted t on t.scope_kind = 'entry' and t.scope_id = s.artifact_id
       where %1$s and (s.effective_mask > 1 or r.granted is not null or t.mask is not null) and ${passes} and not (${opened}) limit $13) w
    )
    select n.kind, n.id, n.case_id, n.artifact_id, n.effective_mask, n.occurred_at, n.status, n.rank,
      (select count(*)::integer from newest), w.most
    from withheld w left join (select f.*, round(ts_rank_cd(f.words, $14, 32)::numeric * 10000)::integer rank
      from (select * from newest order by occurred_at desc, id desc limit $12) f) n on true
    $q$, filters, wide)
    using workspace, named && format('%L', '@' || workspace)::tsquery, caller_role, caller_id, clearance, seen_at, masks, of_kinds,
      in_case, from_at, to_at, most, most_withheld, named, purpose;
end $$;
`;

const sweep = `
create function chancery_cases_to_index(most integer) returns table (workspace_id text, case_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct s.workspace_id, s.case_id from record_search s where s.standing = 'due' order by 1, 2 limit most
$$;
`;

const searchSignature =
  'chancery_search_records(text, text, text, integer, text, timestamptz, integer[], text[], uuid, timestamptz, timestamptz, boolean, integer, integer)';
const sweepSignature = 'chancery_cases_to_index(integer)';

export const searchFunctions = [
  search,
  sweep,
  ownedByGate(
    { functions: [searchSignature], to: 'chancery_app, chancery_identity' },
    { functions: [sweepSignature], to: 'chancery_identity' },
  ),
].join('\n');

export const dropSearchFunctions = `drop function ${searchSignature}, ${sweepSignature};`;
