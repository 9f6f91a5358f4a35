import type { Seeder } from './seed.ts';

/**
 * Subjects, cases and entries of one workspace, by plain SQL: a tenth as many subjects and cases as entries if not said otherwise, labels on one in
 * ten of each, and the owner on the first four hundred cases, of which the first has as many entries as a case may have. One
 * subject has a name of its own, and forty have one that is theirs alone, however many there are.
 */
export async function seedRecords(
  seeder: Seeder,
  workspaceId: string,
  ownerId: string,
  entries: number,
  many = Math.max(1, Math.ceil(entries / 10)),
): Promise<void> {
  await seeder.query('begin');
  await seeder.query("select set_config('app.workspace', $1, true)", [workspaceId]);
  await seeder.query(subjectsSql, [workspaceId, ownerId, many]);
  await seeder.query(casesSql, [workspaceId, ownerId, many]);
  // Without statistics each link would look through all cases for its own, and each version through all entries.
  const isSlowWithout = many > 1000;
  if (isSlowWithout) await seeder.query('analyze subjects, record_cases');
  await seeder.query(linksSql, [workspaceId]);
  await seeder.query(membersSql, [workspaceId, ownerId]);
  await seeder.query(entriesSql, [workspaceId, ownerId, entries]);
  if (isSlowWithout) await seeder.query('analyze case_subjects, record_entries');
  await seeder.query(versionsSql, [workspaceId]);
  await seeder.query('commit');
}

/** The same number gives the same id in one workspace, so that what belongs together is found without a join. */
const idOf = (kind: string, number: string) => `md5('${kind}' || $1 || ${number})::uuid`;
const mask = 'case when number % 10 = 0 then 2 else 0 end';
const at = "now() - number * interval '1 second'";

const name = `'Colleague' || (number % 997) || ' ' || case when number <= 40 then 'Rarer Family'
  when number = 67 then 'Quittance' else 'Miller' || (number % 2003) end`;
const subjectsSql = `
  insert into subjects (id, workspace_id, subject_number, kind, name, display_name, aliases, birth_date_estimated, interpreter_needed,
    contacts, addresses, tags, custom_fields, status, own_mask, effective_mask, searchable, created_by_user_id, created_at,
    updated_by_user_id, updated_at, version, canonical_subject_id)
  select ${idOf('subject', 'number')}, $1, 'S-9' || lpad(number::text, 6, '0'), 'person', null, ${name}, '[]', false, false,
    '[]', '[]', '{}', '{}', 'active', ${mask}, ${mask}, 'S-9' || lpad(number::text, 6, '0') || ' ' || ${name}, $2, ${at}, $2, ${at}, 1,
    ${idOf('subject', 'number')}
  from generate_series(1, $3::integer) number`;

const casesSql = `
  insert into record_cases (id, workspace_id, case_number, title, case_type, status, status_changed_at, priority, visibility, own_mask,
    effective_mask, primary_subject_id, blocked_user_ids, opened_at, tags, custom_fields, searchable, created_by_user_id, created_at,
    updated_by_user_id, updated_at, version)
  select ${idOf('case', 'number')}, $1, 'C-2019-' || lpad(number::text, 7, '0'), 'Matter ' || number, 'general', 'active', ${at}, 'medium',
    'team', ${mask}, ${mask}, ${idOf('subject', 'number')}, '{}', ${at}, '{}', '{}', 'C-2019-' || number || ' Matter ' || number, $2, ${at},
    $2, ${at}, 1
  from generate_series(1, $3::integer) number`;

const linksSql = `
  insert into case_subjects (id, workspace_id, case_id, subject_id, role, linked_at)
  select gen_random_uuid(), $1, id, primary_subject_id, 'primary', opened_at from record_cases where workspace_id = $1`;

const membersSql = `
  insert into case_members (id, workspace_id, case_id, user_id, role, added_at, added_by_user_id)
  select gen_random_uuid(), $1, id, $2, 'lead', opened_at, $2 from record_cases where workspace_id = $1
  order by opened_at desc limit 400`;

/** A case has at most five thousand entries (REC-90): the first of them has them, all others what is left. */
const entriesSql = `
  insert into record_entries (id, workspace_id, case_id, subject_id, entry_type, title, status, current_version, occurred_at, late_entry,
    own_mask, effective_mask, author_user_id, review_policy, co_sign_policy, co_sign_status, created_by_user_id, created_at,
    updated_by_user_id, updated_at, version)
  select ${idOf('entry', 'number')}, $1, c.id, c.primary_subject_id, 'note', 'Note', 'finalized', 1, ${at}, false,
    0, c.effective_mask, $2, 'author', 'none', 'not_requested', $2, ${at}, $2, ${at}, 1
  from generate_series(1, $3::integer) number
  join record_cases c on c.workspace_id = $1 and c.id =
    ${idOf('case', 'case when number <= least(5000, $3::integer / 2) then 1 else 1 + number % greatest(1, $3::integer / 10) end')}`;

const versionsSql = `
  insert into record_entry_versions (workspace_id, entry_id, number, state, submission, author_user_id, created_at, submitted_at,
    single_person, finalized_at)
  select workspace_id, id, 1, 'finalized', 0, author_user_id, created_at, created_at, false, occurred_at
  from record_entries where workspace_id = $1`;
