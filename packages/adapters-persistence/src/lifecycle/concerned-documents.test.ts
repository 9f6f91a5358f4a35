import { expect } from 'chai';
import type { Sql } from '../kernel/sql.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { library } from '../testing/library.ts';
import { planWhereTablesAreLarge } from '../testing/plans-of-large-tables.ts';
import { concernedPart } from './concerned-documents.ts';

onBothDatabases('the documents that a change concerns', (database) => {
  it('of a policy are found by its index, from the place on where the last batch ended', async () => {
    const { workspaceId } = await library({ database: database() });
    const policyId = '0197c0de-0000-7000-8000-000000000001';

    for (const last of [null, '0197c0de-0000-7000-8000-000000000002']) {
      const plan = await planWhereTablesAreLarge(database(), workspaceId, (column) =>
        concernedPart({ column } as Sql, workspaceId).concerned({ policyId }, last, 500),
      );
      expect(plan).to.match(
        /document_lifecycles_of_policy.*\n\s+Index Cond: \(.*policy_id = .*document_id > .*\)/,
      );
    }
  });
});
