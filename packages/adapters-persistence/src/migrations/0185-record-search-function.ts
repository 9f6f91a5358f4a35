export const searchSignature =
  '(text, text, text, integer, timestamptz, integer[], text[], uuid, timestamptz, timestamptz, boolean, integer, integer)';

/**
 * Row-level security would keep the search from using the index of words, so the workspace and who sees what are in here, in
 * the one statement that finds: `reach.ts` says the same of lists, and a test compares the two. Who asks is said by the
 * caller, as everywhere else. There is always a row: without any hit it says how many were withheld for another purpose.
 */
export const oldSearchFunction = `
create function chancery_search_records(wanted text, caller_role text, caller_id text, clearance integer, seen_at timestamptz,
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
    with reached as materialized (
      select c.id,
        record_case_opens($3, $5, $4, c.visibility, c.blocked_user_ids, m.role, g.label_mask, false) opens,
        record_case_opens($3, $5, $4, c.visibility, c.blocked_user_ids, m.role, g.label_mask, true) opens_to_author
      from record_cases c
      left join case_members m on m.case_id = c.id and m.workspace_id = $1 and m.user_id = $4 and m.ended_at is null
        and (m.ends_at is null or m.ends_at > $6)
      left join lateral (select bit_or(g.label_mask) label_mask from record_grants g where g.workspace_id = $1 and g.user_id = $4
        and g.ended_at is null and g.starts_at <= $6 and g.expires_at > $6
        and ((g.scope_kind = 'case' and g.scope_id = c.id) or (g.scope_kind = 'subject' and g.scope_id = c.primary_subject_id))) g on true
      where c.workspace_id = $1 and c.id in (
        select m.case_id from case_members m where m.workspace_id = $1 and m.user_id = $4 and m.ended_at is null
          and (m.ends_at is null or m.ends_at > $6)
        union select g.scope_id from record_grants g where g.workspace_id = $1 and g.user_id = $4 and g.ended_at is null
          and g.starts_at <= $6 and g.expires_at > $6 and g.scope_kind = 'case'
        union select c.id from record_grants g join record_cases c on c.workspace_id = $1 and c.primary_subject_id = g.scope_id
          where g.workspace_id = $1 and g.user_id = $4 and g.ended_at is null and g.starts_at <= $6 and g.expires_at > $6
            and g.scope_kind = 'subject')
    ), newest as materialized (
      (select s.* from record_search s join reached r on r.id = s.case_id where %1$s and s.effective_mask = any($7)
         and (s.effective_mask & ~case when s.author_id = $4 then r.opens_to_author else r.opens end) = 0
       order by s.occurred_at desc, s.id desc limit $12 + 1)
      union all
      (select s.* from record_search s where %1$s and s.effective_mask = any($7)
         and s.case_id not in (select r.id from reached r) and %2$s
       order by s.occurred_at desc, s.id desc limit $12 + 1)
      order by occurred_at desc, id desc limit $12 + 1
    ), withheld as (
      select count(*)::integer most from (select from record_search s join reached r on r.id = s.case_id
        where %1$s and s.effective_mask > 1 and s.effective_mask <> all($7)
          and (s.effective_mask & ~case when s.author_id = $4 then r.opens_to_author else r.opens end) = 0 limit $13) w
    )
    select n.kind, n.id, n.case_id, n.artifact_id, n.effective_mask, n.occurred_at, n.status, n.rank,
      (select count(*)::integer from newest), w.most
    from withheld w left join (select f.*, round(ts_rank_cd(f.words, $14, 32)::numeric * 10000)::integer rank
      from (select * from newest order by occurred_at desc, id desc limit $12) f) n on true
    $q$, filters, wide)
    using workspace, named && format('%L', '@' || workspace)::tsquery, caller_role, caller_id, clearance, seen_at, masks, of_kinds,
      in_case, from_at, to_at, most, most_withheld, named;
end $$;
`;

export const sweepFunction = `
create function chancery_cases_to_index(most integer) returns table (workspace_id text, case_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct s.workspace_id, s.case_id from record_search s where s.standing = 'due' order by 1, 2 limit most
$$;
`;
