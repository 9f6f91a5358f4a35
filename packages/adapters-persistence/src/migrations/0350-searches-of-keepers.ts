import type { MigrationInterface, QueryRunner } from 'typeorm';
import { searchDocuments } from './0063-documents.ts';
import { searchWords } from './0088-lifecycle-search.ts';

/** Whoever keeps a document in force sees it (documents 8), so both searches find it for that person; guests only what names them. */
export class SearchesOfKeepers0350 implements MigrationInterface {
  readonly name = 'SearchesOfKeepers1700000000350';

  async up(runner: QueryRunner): Promise<void> {
    for (const search of [ofLibrary, ofLifecycles]) await runner.query(search);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const search of [searchDocuments, searchWords]) await runner.query(replacing(search));
  }
}

const replacing = (search: string) => search.replace('create function', 'create or replace function');

const owns = 'd.owner_user_id = $2';
const ownsOrKeeps = `(${owns} or exists (select from document_lifecycles k
  where k.workspace_id = $1 and k.document_id = d.id and k.owner_user_id = $2))`;

const ofLibrary = replacing(searchDocuments).replace(`${owns} and not $4`, () => `${ownsOrKeeps} and not $4`);
const ofLifecycles = replacing(searchWords).replace(owns, () => ownsOrKeeps);
