import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowAccess } from './row-access.ts';

/**
 * The words that subjects and cases are searched by, so that a list finds what few have without a look at all others. Row-level
 * security lets a comparison of whole texts use an index, and a pattern not.
 */
export class SearchedWords0220 implements MigrationInterface {
  readonly name = 'SearchedWords1700000000220';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(searched.map(wordsOf).join('\n'));
    await runner.query(rowAccess(searched.map(({ words }) => words)));
    // What somebody made and no case leads to yet, beyond what the workspace opens to them.
    await runner.query(
      'create index subjects_of_creator on subjects (workspace_id, created_by_user_id, effective_mask)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index subjects_of_creator');
    for (const { words, table } of searched)
      await runner.query(`
        drop trigger ${words}_of_one on ${table};
        drop function ${words}_of_one();
        drop table ${words};`);
  }
}

interface Searched {
  readonly table: string;
  readonly words: string;
  /** What a row of words refers to. */
  readonly of: string;
  /** The columns that the searched text is made of. */
  readonly from: readonly string[];
  readonly text: (row: string) => string;
}

const searched: readonly Searched[] = [
  {
    table: 'subjects',
    words: 'subject_words',
    of: 'subject_id',
    from: ['searchable', 'merged_search_text'],
    text: (row) => `${row}.search_text || ${row}.merged_search_text`,
  },
  {
    table: 'record_cases',
    words: 'case_words',
    of: 'case_id',
    from: ['searchable'],
    text: (row) => `${row}.search_text`,
  },
];

const splitOf = (text: string): string =>
  `(select distinct word from string_to_table(${text}, ' ') word where word <> '')`;

/** A trigger keeps them, in the transaction and under the workspace of whoever writes. */
const wordsOf = ({ table, words, of, from, text }: Searched): string => `
create table ${words} (
  workspace_id text not null references workspaces (id),
  ${of} uuid not null,
  -- Compared by its bytes, so that all that begin alike lie side by side.
  word text collate "C" not null,
  primary key (workspace_id, word, ${of}),
  foreign key (${of}, workspace_id) references ${table} (id, workspace_id) on delete cascade
);
create index ${words}_of_one on ${words} (${of}, workspace_id);
insert into ${words} (workspace_id, ${of}, word)
select t.workspace_id, t.id, w.word from ${table} t cross join lateral ${splitOf(text('t'))} w;

create function ${words}_of_one() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if ${text('old')} = ${text('new')} then return null; end if;
    delete from ${words} where ${of} = new.id and workspace_id = new.workspace_id;
  end if;
  insert into ${words} (workspace_id, ${of}, word) select new.workspace_id, new.id, word from ${splitOf(text('new'))} w;
  return null;
end $$;
create trigger ${words}_of_one after insert or update of ${from.join(', ')} on ${table}
for each row execute function ${words}_of_one();`;
