import { PGlite } from '@electric-sql/pglite';
import { expect } from 'chai';
import sinon from 'sinon';
import { sharedDatabase } from '../testing/world.ts';
import { sqlOn } from './sql.ts';

describe('a client of the embedded database', () => {
  afterEach(() => sinon.restore());

  it('hands over what leaves in one packet in one call', async () => {
    const { pool } = await sharedDatabase();
    const client = await pool.connect();
    const calls = sinon.spy(PGlite.prototype, 'execProtocolRawStream');
    const sql = sqlOn(client);

    const answers = await Promise.all([sql.column('select 1 n'), sql.column('select 2 n where true')]);

    client.release();
    expect(answers).to.deep.equal([[1], [2]]);
    expect(calls.callCount).to.equal(1);
  });

  it('goes on after a statement that failed in the middle of a packet', async () => {
    const { pool } = await sharedDatabase();
    const client = await pool.connect();
    const sql = sqlOn(client);

    const answers = await Promise.allSettled([
      sql.column('select 3 n'),
      sql.column('select 1 / 0 n'),
      sql.column('select 4 n'),
    ]);

    expect(answers.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected']);
    expect(await sql.column('select 4 n')).to.deep.equal([4]);
    client.release();
  });

  it('takes the place of one that was given up, and finds what that had prepared', async () => {
    const { pool } = await sharedDatabase();
    const first = await pool.connect();
    expect(await sqlOn(first).column('select 5 n')).to.deep.equal([5]);
    first.release(true);

    const second = await pool.connect();
    expect(second).not.to.equal(first);
    expect(await sqlOn(second).column('select 5 n')).to.deep.equal([5]);
    second.release();
  });

  it('gives an answer that is longer than the buffer of the database as it was written', async () => {
    const { pool } = await sharedDatabase();
    const { rows } = await pool.query<{ long: string }>("select repeat('ä', 1000000) long");
    expect(rows[0]?.long).to.equal('ä'.repeat(1_000_000));
  });
});
