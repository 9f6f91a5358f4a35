import type { MigrationInterface, QueryRunner } from 'typeorm';
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
      ${search({ parameters: 'case_ids uuid[], open_to text, ', values: ', case_ids', ofCases: ofReadableCases })}
      ${ownedByGate({ functions: [after], to: users })}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${after};
      ${search({ parameters: '', values: '', ofCases: "' or r.case_id is not null'" })}
      ${ownedByGate({ functions: [before], to: users })}
      drop index file_requests_of_case, file_requests_of_case_open, file_requests_of_case_by_status,
        record_cases_open_to_managers;`);
  }
}

const isOpen = "status in ('sent', 'in_progress', 'submitted')";
const users = 'chancery_app, chancery_identity';
const before = 'chancery_search_file_requests(text[], text[], text, text, boolean, uuid, integer)';
const after =
  'chancery_search_file_requests(text[], text[], text, text, boolean, uuid[], text, uuid, integer)';

/** To whom a case is open is what `openTo` of the lists says; a test compares both. */
const ofReadableCases = `' or r.case_id = any($8)' || case open_to
    when 'managers' then format(open_case, 'c.effective_mask <= 1')
    when 'members' then format(open_case, 'c.visibility = ''workspace'' and c.effective_mask = 0')
    else '' end`;

interface Searching {
  readonly parameters: string;
  readonly values: string;
  readonly ofCases: string;
}

/** The search of the first migration of requests, but for the cases. */
const search = ({ parameters, values, ofCases }: Searching): string => `
create function chancery_search_file_requests(patterns text[], statuses text[], of_owner text, viewer text, sees_all boolean,
  ${parameters}before_id uuid, most integer)
returns setof file_requests
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  workspace text := nullif(current_setting('app.workspace', true), '');
  open_case text := ' or exists (select from record_cases c where c.workspace_id = $1 and c.id = r.case_id and %s
    and $4 <> all(c.blocked_user_ids))';
  words text := (select string_agg(format('r.search_text like %L', pattern), ' and ') from unnest(patterns) pattern);
  place text := 'r.workspace_id = $1 and ($6 is null or r.id < $6)';
  wanted text := words || ' and ($2 is null or r.status = any($2)) and ($3 is null or r.owner_user_id = $3)
    and (r.owner_user_id = $4 or ($5 and r.case_id is null)' || ${ofCases} || ')';
  first_ones file_requests[];
begin
  execute format('select array_agg(r order by r.id desc) from (select r.* from (select r.* from file_requests r where %s
      order by r.id desc limit 4000) r where %s order by r.id desc limit $7) r', place, wanted)
    into first_ones using workspace, statuses, of_owner, viewer, sees_all, before_id, most${values};
  if cardinality(first_ones) >= most then
    return query select * from unnest(first_ones);
    return;
  end if;
  return query execute format('select r.* from file_requests r where %s and %s order by r.id desc limit $7', place, wanted)
    using workspace, statuses, of_owner, viewer, sees_all, before_id, most${values};
end $$;
`;
