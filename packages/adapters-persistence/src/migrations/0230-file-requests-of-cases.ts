import type { MigrationInterface, QueryRunner } from 'typeorm';
import { searchFunction as before, searchOfFileRequests } from './0070-file-requests.ts';
import { ownedByGate } from './row-access.ts';

/**
 * Lists of requests for files hold in their statement which cases the viewer may read: requests of a case, and those of none,
 * are found by an index that begins with the case, so that nobody reads past requests of cases that they may not read.
 */
export class FileRequestsOfCases0230 implements MigrationInterface {
  readonly name = 'FileRequestsOfCases1700000000230';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index file_requests_of_case on file_requests (workspace_id, case_id, id desc);
      create index file_requests_of_case_open on file_requests (workspace_id, case_id, id desc) where ${isOpen};
      create index file_requests_of_case_by_status on file_requests (workspace_id, status, case_id, id desc);
      create index record_cases_open_to_managers on record_cases (workspace_id, opened_at desc, id desc) where effective_mask <= 1;
      drop function ${before};
      ${search}
      ${ownedByGate({ functions: [after], to: users })}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${after};
      ${searchOfFileRequests}
      drop index file_requests_of_case, file_requests_of_case_open, file_requests_of_case_by_status,
        record_cases_open_to_managers;`);
  }
}

const isOpen = "status in ('sent', 'in_progress', 'submitted')";
const users = 'chancery_app, chancery_identity';
const after =
  'chancery_search_file_requests(text[], text[], text, text, boolean, uuid[], text, uuid, integer)';

/**
 * To whom a case is open is what `openTo` of the lists says; a test compares both. The first thousands that the viewer sees are
 * looked through in their order: a word that many have is found there, and any other by the index of words, of which few are
 * then to be sorted. Each part of them is read from an index in its order; the second is sorted by a column that is null, so that
 * no index is used that leads through requests of cases.
 */
const search = `
create function chancery_search_file_requests(patterns text[], statuses text[], of_owner text, viewer text, sees_all boolean,
  case_ids uuid[], open_to text, before_id uuid, most integer)
returns setof file_requests
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  workspace text := nullif(current_setting('app.workspace', true), '');
  words text := (select string_agg(format('r.search_text like %L', pattern), ' and ') from unnest(patterns) pattern);
  place text := 'r.workspace_id = $1 and ($6 is null or r.id < $6)';
  part text := '(select r.* from file_requests r where ' || place || ' and %s order by %s limit 4000)';
  of_others text := 'r.owner_user_id <> $4 and ';
  open_case text := case when open_to is not null then format('exists (select from record_cases c where c.workspace_id = $1 and c.id = r.case_id and %s
    and $4 <> all(c.blocked_user_ids))', case open_to
      when 'managers' then 'c.effective_mask <= 1'
      when 'members' then 'c.visibility = ''workspace'' and c.effective_mask = 0' end) end;
  first_parts text := format(part, 'r.owner_user_id = $4', 'r.id desc')
    || case when sees_all then ' union all ' || format(part, of_others || 'r.case_id is null', 'r.case_id, r.id desc') else '' end
    || case when cardinality(case_ids) > 0 then ' union all (select r.* from unnest($8) n(id) cross join lateral '
      || format(part, of_others || 'r.case_id = n.id', 'r.id desc') || ' r)' else '' end
    || case when open_to is not null then ' union all '
      || format(part, of_others || 'r.case_id is not null and r.case_id <> all($8) and ' || open_case, 'r.id desc') else '' end;
  wanted text := words || ' and ($2 is null or r.status = any($2)) and ($3 is null or r.owner_user_id = $3)
    and (r.owner_user_id = $4 or ($5 and r.case_id is null) or r.case_id = any($8)' || coalesce(' or ' || open_case, '') || ')';
  first_ones file_requests[];
begin
  execute format('select array_agg(r order by r.id desc) from (select r.* from (select * from (%s) r
      order by r.id desc limit 4000) r where %s order by r.id desc limit $7) r', first_parts, wanted)
    into first_ones using workspace, statuses, of_owner, viewer, sees_all, before_id, most, case_ids;
  if cardinality(first_ones) >= most then
    return query select * from unnest(first_ones);
    return;
  end if;
  return query execute format('select r.* from file_requests r where %s and %s order by r.id desc limit $7', place, wanted)
    using workspace, statuses, of_owner, viewer, sees_all, before_id, most, case_ids;
end $$;
`;
