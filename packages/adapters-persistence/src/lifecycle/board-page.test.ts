import { expect } from 'chai';
import { table } from '../kernel/table.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { library } from '../testing/library.ts';
import { planWhereTablesAreLarge } from '../testing/plans-of-large-tables.ts';
import { pageStatement } from './board-page.ts';
import { LifecycleRow } from './lifecycle-row.ts';

const none = {
  ...{ statuses: null, typeId: null, ownerUserId: null, folderId: null, policyId: null, held: null },
  ...{ risk: null, from: null, to: null, words: [] },
};

onBothDatabases('the pages of the dashboard', (database) => {
  /** The plan of a page as the application reads it, of tables that are too large to be read whole. */
  async function planOf(
    sort: 'expiresOn' | 'updatedAt' | 'name' | 'status',
    after: string | null,
    words: readonly string[] = [],
  ) {
    const { workspaceId, clock, upload } = await library({ database: database() });
    const { id: documentId } = await upload();
    return planWhereTablesAreLarge(database(), workspaceId, (explained, sql) => {
      const asOf = clock.now();
      return explained(
        ...pageStatement(
          workspaceId,
          table(sql, LifecycleRow, { workspaceId }).selection,
          {
            ...{ asOf, todays: new Map([['UTC', asOf.slice(0, 10)]]), heldElsewhere: [] },
            ...{ viewer: { userId: '', seesAll: true, isGuest: false }, filter: { ...none, words } },
          },
          { sort, isDescending: false },
          after === null ? null : { part: 0, value: after, documentId },
          51,
        ),
      );
    });
  }

  it('begin by the index at the place where the last one ended, and read nothing before it', async () => {
    const places = {
      expiresOn: ['2026-12-31', 'expires_on', 'document_id'],
      updatedAt: ['2026-11-01T00:00:00.000Z', 'updated_at', 'document_id'],
      name: ['letter', 'sort_name', 'id'],
    } as const;
    for (const [sort, [value, column, id]] of Object.entries(places)) {
      const plan = await planOf(sort as keyof typeof places, value);
      expect(plan, sort).to.match(
        new RegExp(`Index Cond: \\(.*\\(ROW\\((\\w+\\.)?${column}, (\\w+\\.)?${id}\\) > ROW\\(`),
      );
    }
  });

  it('by status read a part only if some document has the status and those before it leave room', async () => {
    const plan = await planOf('status', null);

    const parts = plan.match(/CTE part_\d+/g) ?? [];
    expect(parts).to.have.length.above(10);
    expect(plan.match(/One-Time Filter: .*> 0/g)).to.have.length(parts.length);
    expect(plan.match(/One-Time Filter: .*< '?51/g)).to.have.length(parts.length - 1);
  });

  it('find words before anything else is read, by a function that may use their index', async () => {
    const plan = await planOf('expiresOn', null, ['letter']);

    expect(plan).to.match(/CTE worded\s+-> {2}Function Scan on chancery_documents_with_words/);
    expect(plan).to.not.include('~~');
  });
});
