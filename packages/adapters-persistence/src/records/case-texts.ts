import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** What stands plain in a row from before it was sealed; null if that is nothing. */
export const plainText = <T extends object>(plain: T): T | null =>
  Object.values(plain).some((value) => value !== null) ? plain : null;

/** The table of what has its text sealed in its own row. */
const tables = { encounter: 'encounters', follow_up: 'follow_ups' } as const;

interface Indexed {
  readonly workspaceId: string;
  readonly kind: keyof typeof tables;
  readonly id: string;
}

/**
 * Keeps the words of a text whose row was just written: the row has it sealed, so its trigger found the title alone. What is
 * labelled so keeps its title alone.
 */
export async function indexedText(
  sql: Sql,
  { workspaceId, kind, id }: Indexed,
  found: string,
): Promise<void> {
  await sql(
    `update record_search s set standing = 'fresh', words = chancery_record_words(chancery_record_language($1), $1, t.title, $3)
     from ${tables[kind]} t where t.workspace_id = $1 and t.id = $2 and s.workspace_id = $1 and s.kind = $4 and s.id = t.id
       and s.standing <> 'fresh'`,
    [workspaceId, id, found, kind],
  );
}

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const plainTextSweep = (sql: Sql): core.PlainTextSweep => ({
  cases: (most) =>
    sql('select workspace_id "workspaceId", case_id "caseId" from chancery_cases_with_plain_text($1)', [
      most,
    ]),
});

/** The same for details of the ledger. */
export const waitingDetailSweep = (sql: Sql): core.WaitingDetailSweep => ({
  scopes: (most) =>
    sql(
      `select workspace_id "workspaceId", scope_kind kind, scope_id id from chancery_scopes_of_waiting_details($1)`,
      [most],
    ),
});

/** The same for identifiers of subjects. */
export const waitingIdentifierSweep = (sql: Sql): core.WaitingIdentifierSweep => ({
  subjects: (most) =>
    sql(
      `select workspace_id "workspaceId", subject_id "subjectId" from chancery_subjects_with_waiting_identifiers($1)`,
      [most],
    ),
});
