import { expect } from 'chai';
import { sharedDatabase } from '../testing/world.ts';
import { storedTables } from './catalogue.ts';
import { blobPlaces } from './named-blobs.ts';
import { SummedRows } from './rows-digest.ts';

async function* inPieces(text: string, size: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const summed = (text: string, size = 1000) => new SummedRows().of(inPieces(text, size));

describe('the parts of a backup', () => {
  it('HLT-6: rows are summed up alike in any order and in any pieces, and no changed, doubled or missing row goes unseen', async () => {
    const text = 'one\t1\ntwo\t2\n\nthree\t3\n';
    const summary = await summed(text);
    expect(summary).to.include({ rows: 4, bytes: 21 });
    for (const size of [1, 2, 3, 7]) expect(await summed(text, size)).to.deep.equal(summary);
    const digestOf = async (other: string) => (await summed(other)).rowsDigest;

    expect(await digestOf('three\t3\n\ntwo\t2\none\t1\n')).to.equal(summary.rowsDigest);
    for (const other of [
      'one\t1\ntwo\t2\n\nthree\t4\n',
      'one\t1\none\t1\n\nthree\t3\n',
      'one\t1\ntwo\t2\nthree\t3\n',
    ])
      expect(await digestOf(other)).to.not.equal(summary.rowsDigest);
    expect(await summed('half a row').catch((error: Error) => error.message)).to.include('in the middle');
  });

  it('HLT-6: every column that names objects of the blob store is known', async () => {
    const { rows } = await (await sharedDatabase()).pool.query<{ name: string }>(
      `select table_name || '.' || column_name "name" from information_schema.columns
       where table_schema = 'public' and column_name ~ 'blob'`,
    );

    expect(blobPlaces.map(({ table, column }) => `${table}.${column}`)).to.have.members(
      rows.map(({ name }) => name),
    );
  });

  it('HLT-6: every table but the unlogged one is stored after those that its foreign keys name, without what PostgreSQL computes', async () => {
    const { pool } = await sharedDatabase();
    const client = await pool.connect();
    try {
      const tables = await storedTables({ client });
      const names = tables.map(({ name }) => name);
      const { rows } = await client.query<{ name: string }>(
        "select relname::text \"name\" from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'",
      );

      const lasting = rows.filter(({ name }) => name !== 'request_rates');
      expect(names).to.have.members(lasting.map(({ name }) => name));
      expect(names.indexOf('meetings')).to.be.above(names.indexOf('meeting_chains'));
      expect(tables.find(({ name }) => name === 'memberships')?.columns)
        .to.include('email')
        .and.not.include('email_fold');
    } finally {
      client.release();
    }
  });
});
