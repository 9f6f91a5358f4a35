import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { openPostgres } from '../kernel/data-source.ts';
import { TextSearch0035 } from '../migrations/0035-text-search.ts';
import { Documents0063 } from '../migrations/0063-documents.ts';
import { migrations } from '../migrations/index.ts';
import { onBothDatabases } from '../testing/both-databases.ts';

const server = process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const runnerOn = (client: Pick<pg.ClientBase, 'query'>) =>
  // The migration uses nothing else of a query runner.
  ({
    query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows,
  }) as unknown as QueryRunner;

/** A database that nothing was migrated in, and a role that may do nothing in it. */
async function inEmptyDatabase(work: (url: string, client: pg.Client, stranger: string) => Promise<void>) {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const name = `chancery_extensions_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}`);
  await admin.query(`create role ${name} nologin`);
  const url = new URL(server);
  url.pathname = name;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await work(url.href, client, name);
  } finally {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  }
}

describe('the extensions of PostgreSQL that a search needs', () => {
  it('tells the operator what to do if the role of the migrations may not create them', async () => {
    await inEmptyDatabase(async (_, client, stranger) => {
      await client.query(`set role ${stranger}`);
      const refused = await new TextSearch0035().up(runnerOn(client)).catch((error: Error) => error);

      expect(refused)
        .to.be.an('error')
        .with.property('message')
        .that.includes('The PostgreSQL extension pg_trgm could not be created (permission denied')
        .and.includes('"create extension if not exists pg_trgm; create extension if not exists unaccent;"')
        .and.includes('start the migrations again');
    });
  });

  it('are used in whatever schema an operator has put them before; the migration can be undone, and says whom the schema shuts out', async () => {
    await inEmptyDatabase(async (url, client, stranger) => {
      await client.query(
        'create schema "My extensions"; create extension pg_trgm schema "My extensions"; create extension unaccent schema "My extensions"',
      );
      const database = await openPostgres(url, { poolSize: 2 });
      try {
        await database.migrate();
        // The library of documents is searched by the same functions, and others refer to its documents.
        for (const Later of migrations.slice(migrations.indexOf(Documents0063)).reverse())
          await new Later().down(runnerOn(client));
        await new TextSearch0035().down(runnerOn(client));
        await new TextSearch0035().up(runnerOn(client));

        await client.query('begin; set local role chancery_app');
        const { rows } = await client.query("select chancery_search_text('ÉMILE Straße') folded");
        const { rows: nobody } = await client.query(
          "select * from chancery_search_members('émile', null, null, null, 10)",
        );
        await client.query('commit');
        expect(rows).to.deep.equal([{ folded: 'emile strasse' }]);
        expect(nobody).to.deep.equal([]);

        await new TextSearch0035().down(runnerOn(client));
        await client.query('revoke usage on schema "My extensions" from chancery_app');
        await client.query(`set role ${stranger}`);
        const refused = await new TextSearch0035()
          .up(runnerOn(client))
          .catch((error: Error) => error.message);
        expect(refused).to.include('"grant usage on schema "My extensions" to chancery_app;"');
      } finally {
        await database.close();
      }
    });
  });
});

onBothDatabases('text to search in', (database) => {
  it('is the same whatever a caller has put into the search path', async () => {
    const client = await database().pool.connect();
    try {
      await client.query('begin');
      await client.query('create schema forged');
      await client.query(
        "create function forged.lower(text) returns text language sql as $$ select 'forged' $$",
      );
      await client.query(
        "create function forged.unaccent(regdictionary, text) returns text language sql as $$ select 'forged' $$",
      );
      await client.query('set local search_path = forged, pg_catalog, public');

      const { rows } = await client.query("select public.chancery_search_text('Zoë') folded");

      expect(rows).to.deep.equal([{ folded: 'zoe' }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
