import { expect } from 'chai';
import { type Sql, sqlOn } from '../kernel/sql.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { library } from '../testing/library.ts';
import { concernedPart } from './concerned-documents.ts';

onBothDatabases('the documents that a change concerns', (database) => {
  it('of a policy are found by its index, from the place on where the last batch ended', async () => {
    const { workspaceId } = await library({ database: database() });
    const client = await database().pool.connect();
    try {
      const sql = sqlOn(client);
      await sql('begin');
      // As where the tables are too large to be read whole.
      await sql('set local enable_seqscan = off');
      await sql('set local enable_sort = off');
      await sql('set local role chancery_app');
      await sql("select set_config('app.workspace', $1, true)", [workspaceId]);
      const explaining = {
        column: (text: string, values?: readonly unknown[]) => sql.column(`explain ${text}`, values),
      } as Sql;
      const [policyId, after] = [
        '0197c0de-0000-7000-8000-000000000001',
        '0197c0de-0000-7000-8000-000000000002',
      ];

      for (const last of [null, after]) {
        const plan = (await concernedPart(explaining, workspaceId).concerned({ policyId }, last, 500)).join(
          '\n',
        );
        expect(plan).to.match(
          /document_lifecycles_of_policy.*\n\s+Index Cond: \(.*policy_id = .*document_id > .*\)/,
        );
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
