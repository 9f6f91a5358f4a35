import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was added to entries is found too, and follow-ups have the labels of the entry that they are about (records 3.1 and 10). */
export class RecordSearchAddenda0187 implements MigrationInterface {
  readonly name = 'RecordSearchAddenda1700000000187';

  async up(runner: QueryRunner): Promise<void> {
    // The rows of all follow-ups are written, which may take longer than a statement may elsewhere.
    await runner.query('set local statement_timeout = 0');
    for (const statements of [addenda, followUps, backfill]) await runner.query(statements);
  }

  /** The functions of triggers stay as they are: they do what those of before did, and more. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger search_of_addendum on record_addenda;
      drop trigger search_of_entry_of_follow_up on record_entries;
      drop function record_search_of_addendum(), record_search_of_entry_of_follow_up();
      delete from record_search where kind = 'addendum';`);
  }
}

/** An addendum has no title: until a job has opened it, it is not found. It is seen by whoever sees its entry. */
const addenda = `
create function record_search_of_addendum() returns trigger language plpgsql as $$
begin
  insert into record_search (id, kind, workspace_id, case_id, artifact_id, author_id, effective_mask, occurred_at, status, version, words, standing)
  select new.id, 'addendum', new.workspace_id, e.case_id, e.id, e.author_user_id, e.effective_mask, new.created_at,
    case e.status when 'entered_in_error' then e.status else 'final' end, 1,
    chancery_record_words(chancery_record_language(new.workspace_id), new.workspace_id, '', ''), 'due'
  from record_entries e where e.workspace_id = new.workspace_id and e.id = new.entry_id
  on conflict (id, kind, workspace_id) do nothing;
  return null;
end $$;
create trigger search_of_addendum after insert or update of entry_id on record_addenda
  for each row execute function record_search_of_addendum();
`;

/** A row is written anew when the labels of its case or of its entry change. */
const followUps = `
create or replace function record_search_of_case() returns trigger language plpgsql as $$
declare
  language regconfig;
begin
  if new.status = 'disposed' then
    delete from record_search where workspace_id = new.workspace_id and case_id = new.id;
    return null;
  end if;
  language := chancery_record_language(new.workspace_id);
  insert into record_search (id, kind, workspace_id, case_id, effective_mask, occurred_at, status, version, words, standing)
  values (new.id, 'case', new.workspace_id, new.id, new.effective_mask, new.opened_at, new.status, 0,
    chancery_record_words(language, new.workspace_id, new.case_number || E'\\n' || new.title,
      case when chancery_titles_only(new.effective_mask) then '' else coalesce(new.description, '') end), 'fresh')
  on conflict (id, kind, workspace_id) do update set effective_mask = excluded.effective_mask, occurred_at = excluded.occurred_at,
    status = excluded.status, words = excluded.words;
  if tg_op = 'UPDATE' and old.effective_mask <> new.effective_mask then
    update record_search s set effective_mask = e.own_mask | new.effective_mask,
      words = chancery_record_words(language, new.workspace_id, e.title,
        case when chancery_titles_only(e.own_mask | new.effective_mask) then '' else concat_ws(E'\\n', e.reason, e.outcome) end)
    from encounters e where e.workspace_id = new.workspace_id and e.case_id = new.id
      and s.workspace_id = new.workspace_id and s.kind = 'encounter' and s.id = e.id;
    update follow_ups set title = title where workspace_id = new.workspace_id and case_id = new.id;
  end if;
  return null;
end $$;

create or replace function record_search_of_follow_up() returns trigger language plpgsql as $$
declare
  author text;
  mask integer;
begin
  select c.effective_mask | coalesce(e.effective_mask, 0), e.author_user_id into mask, author
  from record_cases c left join record_entries e on e.workspace_id = new.workspace_id and e.id = new.artifact_id
  where c.workspace_id = new.workspace_id and c.id = new.case_id;
  insert into record_search (id, kind, workspace_id, case_id, artifact_id, author_id, effective_mask, occurred_at, status, version, words, standing)
  values (new.id, 'follow_up', new.workspace_id, new.case_id, new.artifact_id, author, mask, new.created_at, new.status, 0,
    chancery_record_words(chancery_record_language(new.workspace_id), new.workspace_id, new.title,
      case when chancery_titles_only(mask) then '' else concat_ws(E'\\n', new.description, new.outcome, new.cancel_reason) end), 'fresh')
  on conflict (id, kind, workspace_id) do update set artifact_id = excluded.artifact_id, author_id = excluded.author_id,
    effective_mask = excluded.effective_mask, status = excluded.status, words = excluded.words;
  return null;
end $$;

create function record_search_of_entry_of_follow_up() returns trigger language plpgsql as $$
begin
  update follow_ups set title = title where workspace_id = new.workspace_id and artifact_id = new.id;
  return null;
end $$;
create trigger search_of_entry_of_follow_up after update of effective_mask, author_user_id on record_entries
  for each row when (old.effective_mask <> new.effective_mask or old.author_user_id <> new.author_user_id)
  execute function record_search_of_entry_of_follow_up();
`;

const tables = [
  'record_addenda',
  'follow_ups',
  'record_entries',
  'record_cases',
  'record_settings',
  'workspaces',
  'record_search',
];

const backfill = `
${tables.map((table) => `alter table ${table} no force row level security;`).join('\n')}
update record_addenda set entry_id = entry_id;
update follow_ups set title = title where artifact_id is not null;
${tables.map((table) => `alter table ${table} force row level security;`).join('\n')}
`;
