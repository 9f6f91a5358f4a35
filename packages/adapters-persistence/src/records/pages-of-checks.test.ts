import { expect } from 'chai';
import type { Sql } from '../kernel/sql.ts';
import { aFile, noteOffice } from '../testing/index.ts';
import { entryRepository } from './entries.ts';
import { entryAttachmentRepository } from './entry-attachments.ts';

describe('what checks of integrity walk through', () => {
  it('all entries and files come once, a page at a time, of a case or of all', async () => {
    const here = await noteOffice();
    const other = await here.open({
      status: 'active',
      members: [{ userId: here.cy.id, role: 'contributor' }],
    });
    for (const [caseId, count] of [
      [here.aCase.id, 4],
      [other.id, 3],
    ] as const)
      for (let at = 0; at < count; at += 1) {
        const { id } = await here.begin({ caseId, title: `Note ${at}` });
        for (const name of ['a.txt', 'b.txt'])
          await here.records.uploadEntryAttachment(
            { artifactId: id, file: aFile(name, `${id} ${name}`) },
            here.cy.session,
          );
      }
    // These pages are plain statements.
    const sql = here.sql as unknown as Sql;
    const entries = entryRepository(sql, here.workspaceId);
    const files = entryAttachmentRepository(sql, here.workspaceId);
    const walked = async <T extends { readonly id: string }>(
      page: (after: readonly [string, string] | null) => Promise<readonly T[]>,
      pair: (row: T) => readonly [string, string],
    ) => {
      const found: string[] = [];
      for (let after: readonly [string, string] | null = null; ; ) {
        const rows = await page(after);
        found.push(...rows.map(({ id }) => id));
        const last = rows.at(-1);
        if (rows.length < 2 || last === undefined) return found;
        after = pair(last);
      }
    };
    const count = async (caseId: string | null) => {
      const ofEntries = await walked(
        (after) => entries.page(caseId, after, 2),
        (row) => [row.caseId, row.id],
      );
      const ofFiles = await walked(
        (after) => files.page(caseId, after, 2),
        (row) => [row.entryId, row.id],
      );
      return [ofEntries.length, new Set(ofEntries).size, ofFiles.length, new Set(ofFiles).size];
    };

    expect(await count(null)).to.deep.equal([7, 7, 14, 14]);
    expect(await count(other.id)).to.deep.equal([3, 3, 6, 6]);
  });
});
