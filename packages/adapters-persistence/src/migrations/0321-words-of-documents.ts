import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate } from './row-access.ts';

/**
 * Which documents of the workspace have words, for statements that ask for more than that. Row-level security would keep
 * them from using the index of words, since `like` is not leak-proof: so the workspace is in the function.
 */
export class WordsOfDocuments0321 implements MigrationInterface {
  readonly name = 'WordsOfDocuments1700000000321';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(search);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function ${searchFunction}`);
  }
}

const searchFunction = 'chancery_documents_with_words(text[], boolean)';
/** It is planned for each call, because the index is of no use for texts of one or two letters. */
const search = `
create function chancery_documents_with_words(patterns text[], with_disposed boolean) returns setof uuid
language plpgsql stable rows 100 security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  words text := (select string_agg(format('d.search_text like %L', pattern), ' and ') from unnest(patterns) pattern);
  wanted text := 'select d.id from documents d where d.workspace_id = $1 and d.status = ''%s'' and %s';
begin
  return query execute format(wanted, 'active', words) using nullif(current_setting('app.workspace', true), '');
  if with_disposed then
    return query execute format(wanted, 'disposed', words) using nullif(current_setting('app.workspace', true), '');
  end if;
end $$;
${ownedByGate({ functions: [searchFunction], to: 'chancery_app, chancery_identity' })}`;
