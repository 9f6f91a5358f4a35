import type { MigrationInterface, QueryRunner } from 'typeorm';
import { searchUpkeep } from './0185-record-search-upkeep.ts';
import { ownedByGate } from './row-access.ts';

/**
 * What is written about encounters and follow-ups is sealed under the key of their case, in a column of its own (governance 7).
 * A job seals what is there already and empties the plain columns; until then each row says by itself which of both it has.
 */
export class SealedTexts0270 implements MigrationInterface {
  readonly name = 'SealedTexts1700000000270';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table encounters add column text_sealed bytea;
      alter table follow_ups add column text_sealed bytea;
      create index encounters_plain on encounters (workspace_id, case_id) where ${isPlain.encounters};
      create index follow_ups_plain on follow_ups (workspace_id, case_id) where ${isPlain.followUps};
      ${ofCase}
      ${ofEncounter}
      ${ofFollowUp}
      ${sweep}`);
  }

  /** What was sealed meanwhile goes with its column. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${sweepFunction};
      ${before.join('\n')}
      drop index encounters_plain, follow_ups_plain;
      alter table encounters drop column text_sealed;
      alter table follow_ups drop column text_sealed;`);
  }
}

const isPlain = {
  encounters: '(reason is not null or outcome is not null or location is not null)',
  followUps: '(description is not null or outcome is not null or cancel_reason is not null)',
};

/** As what is sealed in entries: until somebody has opened it, it is found by its title. */
const words = (title: string, plain: string): string => `
    chancery_record_words(chancery_record_language(new.workspace_id), new.workspace_id, ${title},
      case when titles_only then '' else concat_ws(E'\\n', ${plain}) end),
    case when titles_only or new.text_sealed is null then 'fresh' else 'due' end`;
/** The words of a sealed text stay while title and text do, and what of them may be found. */
const kept = (column: 'words' | 'standing'): string => `
    ${column} = case when is_same and chancery_titles_only(s.effective_mask) = titles_only then s.${column} else excluded.${column} end`;
const isSame = `
  if tg_op = 'UPDATE' then
    is_same := new.text_sealed is not null and old.text_sealed = new.text_sealed and old.title = new.title;
  end if;`;

const ofCase = `
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
    update encounters set title = title where workspace_id = new.workspace_id and case_id = new.id;
    update follow_ups set title = title where workspace_id = new.workspace_id and case_id = new.id;
  end if;
  return null;
end $$;
`;

const ofEncounter = `
create or replace function record_search_of_encounter() returns trigger language plpgsql as $$
declare
  mask integer := new.own_mask | (select c.effective_mask from record_cases c where c.workspace_id = new.workspace_id and c.id = new.case_id);
  titles_only boolean := chancery_titles_only(mask);
  is_same boolean := false;
begin
  ${isSame}
  insert into record_search as s (id, kind, workspace_id, case_id, effective_mask, occurred_at, status, version, words, standing)
  values (new.id, 'encounter', new.workspace_id, new.case_id, mask, coalesce(new.started_at, new.scheduled_start_at, new.created_at),
    new.status, new.version, ${words('new.title', 'new.reason, new.outcome')})
  on conflict (id, kind, workspace_id) do update set effective_mask = excluded.effective_mask, occurred_at = excluded.occurred_at,
    status = excluded.status, version = excluded.version, ${kept('words')}, ${kept('standing')};
  return null;
end $$;
`;

const ofFollowUp = `
create or replace function record_search_of_follow_up() returns trigger language plpgsql as $$
declare
  author text;
  mask integer;
  titles_only boolean;
  is_same boolean := false;
begin
  select c.effective_mask | coalesce(e.effective_mask, 0), e.author_user_id into mask, author
  from record_cases c left join record_entries e on e.workspace_id = new.workspace_id and e.id = new.artifact_id
  where c.workspace_id = new.workspace_id and c.id = new.case_id;
  titles_only := chancery_titles_only(mask);
  ${isSame}
  insert into record_search as s (id, kind, workspace_id, case_id, artifact_id, author_id, effective_mask, occurred_at, status, version, words, standing)
  values (new.id, 'follow_up', new.workspace_id, new.case_id, new.artifact_id, author, mask, new.created_at, new.status, new.version,
    ${words('new.title', 'new.description, new.outcome, new.cancel_reason')})
  on conflict (id, kind, workspace_id) do update set artifact_id = excluded.artifact_id, author_id = excluded.author_id,
    effective_mask = excluded.effective_mask, status = excluded.status, version = excluded.version, ${kept('words')}, ${kept('standing')};
  return null;
end $$;
`;

/** The same functions as the migration that made them has them. */
const before = ['case', 'encounter', 'follow_up'].map((name) => {
  const start = searchUpkeep.indexOf(`create function record_search_of_${name}()`);
  const end = searchUpkeep.indexOf('$$;', start) + '$$;'.length;
  return searchUpkeep.slice(start, end).replace('create function', 'create or replace function');
});

const sweepFunction = 'chancery_cases_with_plain_text(integer)';
/** Across all workspaces; it returns ids only. */
const sweep = `
create function chancery_cases_with_plain_text(most integer) returns table (workspace_id text, case_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.workspace_id, e.case_id from encounters e where ${isPlain.encounters}
  union select f.workspace_id, f.case_id from follow_ups f where ${isPlain.followUps}
  order by 1, 2 limit most
$$;
${ownedByGate({ functions: [sweepFunction], to: 'chancery_identity' })}`;
