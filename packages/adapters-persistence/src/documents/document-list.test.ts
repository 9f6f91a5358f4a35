import type { documents } from '@chancery/core';
import { expect } from 'chai';
import type { PoolClient } from 'pg';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { explained, statementOf } from '../testing/explained.ts';
import { type Library, library } from '../testing/library.ts';
import { browse } from './document-list.ts';

const sorts: readonly documents.Sort[] = ['updatedAt', 'name', 'createdAt', 'sizeBytes'];

describe('a page of documents, on PostgreSQL', () => {
  let database: Database;
  let here: Library;
  before(async () => {
    database = await postgresDatabase();
    here = await library({ database });
  });
  after(() => database.close());

  const viewer = { userId: 'usr_somebody', seesAll: true, isGuest: false };
  const browsing = (sort: documents.Sort, folderId: string | null): documents.Browsing => ({
    ...{ viewer, scope: 'workspace', folderId, words: [], sort },
    ...{ signatureStatus: null, documentTypeId: null, tag: null, isDescending: sort !== 'name' },
  });

  /** How many pages of the database the first page of the list touches, by the plan that PostgreSQL makes for any values. */
  async function pagesOf(client: PoolClient, asked: documents.Browsing): Promise<number> {
    const statement = await statementOf((sql) => browse(sql, here.owner.workspaceId, asked, null, 51));
    return (await explained(client, statement, 'generic'))['Shared Hit Blocks'];
  }

  async function inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('app.workspace', $1, true)", [here.owner.workspaceId]);
      return await work(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it('LIB-17: costs what it shows, whatever a folder or the root holds, in every order', async () => {
    const folder = await here.folder('Deeds');

    const pages = await inTransaction(async (client) => {
      await client.query(manySql, [here.owner.workspaceId, folder.id]);
      await client.query('analyze documents');
      const touched: [string, number][] = [];
      for (const sort of sorts)
        for (const folderId of [null, folder.id])
          touched.push([
            `${folderId === null ? 'root' : 'folder'} by ${sort}`,
            await pagesOf(client, browsing(sort, folderId)),
          ]);
      return touched;
    });

    expect(pages.filter(([, touched]) => touched > 250)).to.deep.equal([]);
  });
});

/** By turns one in the folder and one at the root, after very many at neither that every order of the whole library begins with. */
const manySql = `
  with elsewhere as (
    insert into document_folders (id, workspace_id, parent_id, name, depth, status, is_hidden, created_by_user_id, created_at, updated_at, version)
    values (gen_random_uuid(), $1, null, 'Elsewhere', 0, 'active', false, 'usr_somebody', now(), now(), 1) returning id)
  insert into documents (id, workspace_id, name, description, file_name, folder_id, owner_user_id, tags, visibility, status, signature_status,
    mime_type, size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
  select gen_random_uuid(), $1, 'Deed ' || lpad(number::text, 5, '0'), null, 'deed.pdf',
    case when number <= 6000 then elsewhere.id when number % 2 = 0 then $2::uuid end, 'usr_somebody', '{}', 'workspace', 'active', 'none',
    'application/pdf', 100000 - number, digest, digest, '{}', 'clean', 0,
    now() - number * interval '1 second', now() - number * interval '1 second', 1
  from generate_series(1, 12000) number
  cross join lateral (select encode(sha256(number::text::bytea), 'hex') digest) digests
  cross join elsewhere`;
