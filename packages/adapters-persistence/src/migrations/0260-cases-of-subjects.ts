import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a case is about a subject, and whether one is that the whole workspace sees. Until a case is, whoever made the subject
 * sees it whatever its labels; and who sees no more than their cases sees those that are open to all. Lists look for both by an
 * index. Neither is a proof, since what happens at once may leave the first one unset and the second one set: lists look at the
 * cases themselves. But the first one is set for none without a case, and the second one for all that have such a case.
 */
export class CasesOfSubjects0260 implements MigrationInterface {
  readonly name = 'CasesOfSubjects1700000000260';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table subjects add column has_case boolean not null default false, add column has_open_case boolean not null default false;
      ${functions}
      update subjects s set has_case = ${hasCase}, has_open_case = ${hasOpenCase} where ${hasCase} or ${hasOpenCase};
      drop index subjects_of_creator;
      create index subjects_of_creator on subjects (workspace_id, created_by_user_id, effective_mask) where not has_case;
      create index subjects_open_to_members on subjects (workspace_id, updated_at desc, id desc) where has_open_case and effective_mask = 0;
      create index record_entries_labelled on record_entries (workspace_id, case_id, effective_mask) where effective_mask > 1;
      ${triggers}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger cases_of_subject on case_subjects;
      drop trigger subjects_of_open_case on record_cases;
      drop trigger cases_of_line on subjects;
      drop function subject_was_linked, case_was_opened, subject_joined_line, settle_cases_of_subject;
      drop index subjects_of_creator, record_entries_labelled;
      alter table subjects drop column has_case, drop column has_open_case;
      create index subjects_of_creator on subjects (workspace_id, created_by_user_id, effective_mask);`);
  }
}

const hasCase = `exists (select from case_subjects l
  where l.workspace_id = s.workspace_id and l.subject_id = s.id and l.ended_at is null)`;
/** By itself or by what was merged into it. */
const hasOpenCase = `exists (select from subjects u
  join case_subjects l on l.workspace_id = s.workspace_id and l.subject_id = u.id and l.ended_at is null
  join record_cases c on c.workspace_id = s.workspace_id and c.id = l.case_id and c.visibility = 'workspace'
  where u.workspace_id = s.workspace_id and (u.id = s.id or u.canonical_subject_id = s.id))`;

/**
 * Links are made and ended by an insert and an update, and never deleted but with all that there is. Of two that end at once the
 * later one waits for the subject, and then sees that the other one has ended. A merge that is reversed leaves what it set. The
 * statements are planned each time, because a plan that a session made while the tables were small may read a whole workspace
 * later; and they compare with true, because the index of subjects without a case answers `not has_case` and is no way to one.
 */
const functions = `
create function settle_cases_of_subject(workspace text, subject uuid) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  perform from subjects where id = subject and workspace_id = workspace for no key update;
  update subjects s set has_case = ${hasCase}, has_open_case = ${hasOpenCase}
  where s.id = subject and s.workspace_id = workspace;
end $$;

create function subject_was_linked() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  is_open boolean;
begin
  if new.ended_at is not null then
    perform settle_cases_of_subject(new.workspace_id, new.subject_id);
    return null;
  end if;
  select c.visibility = 'workspace' into is_open from record_cases c
    where c.id = new.case_id and c.workspace_id = new.workspace_id for share;
  update subjects set has_case = true where id = new.subject_id and workspace_id = new.workspace_id and has_case is distinct from true;
  if is_open then
    update subjects set has_open_case = true where workspace_id = new.workspace_id and has_open_case is distinct from true and id in
      (select unnest(array[s.id, s.canonical_subject_id]) from subjects s where s.id = new.subject_id and s.workspace_id = new.workspace_id);
  end if;
  return null;
end $$;

create function case_was_opened() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  perform settle_cases_of_subject(new.workspace_id, u.id) from (
    select unnest(array[s.id, s.canonical_subject_id]) from case_subjects l
    join subjects s on s.workspace_id = l.workspace_id and s.id = l.subject_id
    where l.workspace_id = new.workspace_id and l.case_id = new.id and l.ended_at is null
    union select null where false order by 1) u (id);
  return null;
end $$;

create function subject_joined_line() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  update subjects set has_open_case = true where id = new.canonical_subject_id and workspace_id = new.workspace_id and has_open_case is distinct from true;
  return null;
end $$;`;

const triggers = `
create trigger cases_of_subject after insert or update of ended_at on case_subjects
for each row execute function subject_was_linked();
create trigger subjects_of_open_case after update of visibility on record_cases
for each row when (old.visibility <> new.visibility) execute function case_was_opened();
create trigger cases_of_line after update of canonical_subject_id on subjects
for each row when (new.has_open_case and old.canonical_subject_id <> new.canonical_subject_id) execute function subject_joined_line();`;
