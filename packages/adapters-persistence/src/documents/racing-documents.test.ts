import { expect } from 'chai';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { delivered } from '../testing/delivered.ts';
import { aFile, type Library, library } from '../testing/library.ts';
import { failureOf } from '../testing/world.ts';

/** How often what is placed and what destroys race; 500 is the long run. */
const races = Number(process.env.CHANCERY_HOLD_RACES ?? 40);

describe('documents and folders under races, on PostgreSQL', () => {
  let database: Database;
  let here: Library;
  before(async () => {
    database = await postgresDatabase();
    here = await library({ database });
  });
  after(() => database.close());

  const times = (count: number, work: (at: number) => Promise<string>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(at)));
  /** Ten at a time, so that those who race wait for each other and not for a connection. */
  const inWaves = async (count: number, work: () => Promise<string>) => {
    const outcomes: string[] = [];
    while (outcomes.length < count)
      outcomes.push(...(await times(Math.min(10, count - outcomes.length), work)));
    return outcomes;
  };
  const counted = (outcomes: readonly string[]) =>
    Object.fromEntries(
      [...new Set(outcomes)].sort().map((code) => [code, outcomes.filter((each) => each === code).length]),
    );

  it('LIB-5: of twenty who create a folder of one name at once, one gets it', async () => {
    const outcomes = await times(20, (at) =>
      failureOf(here.folder(at % 2 === 0 ? 'Contracts' : 'CONTRÁCTS')),
    );
    expect(counted(outcomes)).to.deep.equal({ 'folder.duplicate': 19, none: 1 });
  });

  it('LIB-5: of two moves that would put two folders into each other, one is refused', async () => {
    const { documents, owner } = here;
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await here.folder(`one ${round}`), await here.folder(`other ${round}`)];
      const move = (folderId: string, parentId: string) =>
        failureOf(documents.updateDocumentFolder({ folderId, parentId }, owner.session));
      const outcomes = await Promise.all([move(one.id, other.id), move(other.id, one.id)]);
      expect(counted(outcomes)).to.deep.equal({ 'folder.cycle': 1, none: 1 });
    }
  });

  it('LIB-17: of documents that many people move between two folders at once, none is counted twice or missed', async () => {
    const { documents, owner, upload, sql } = here;
    const folderIds = [(await here.folder('from')).id, (await here.folder('to')).id];
    const documentIds = await Promise.all(
      Array.from({ length: 10 }, async () => (await upload({ folderId: folderIds[0] })).id),
    );
    await times(60, (at) =>
      failureOf(
        documents.updateDocument(
          { documentId: documentIds[at % 10] ?? '', folderId: folderIds[(at >> 2) % 2] },
          owner.session,
        ),
      ),
    );
    const rows = await sql<{ tallied: number; counted: number }>(
      `select (select sum(open_documents)::int from document_folder_tallies t where t.folder_id = f.id) tallied,
         (select count(*)::int from documents d where d.folder_id = f.id and d.status = 'active') counted
       from document_folders f where f.id = any ($1::uuid[])`,
      [folderIds],
    );
    expect(rows.map(({ tallied }) => tallied)).to.deep.equal(rows.map(({ counted: count }) => count));
    expect(rows.reduce((all, { tallied }) => all + tallied, 0)).to.equal(10);
  });

  it(`LIB-7: a hold and a trashing at once end in one order, and never in a trashed document on hold, ${races} times`, async () => {
    const { documents, owner, holds, upload, sql } = here;
    const outcomes = await inWaves(races, async () => {
      const { id: documentId } = await upload();
      const [trashed] = await Promise.all([
        failureOf(documents.trashDocument({ documentId }, owner.session)),
        holds.place(documentId),
      ]);
      const [row] = await sql<{ status: string }>('select status from documents where id = $1', [documentId]);
      expect([row?.status, holds.on(documentId), trashed]).to.be.deep.oneOf([
        ['trashed', false, 'none'],
        ['active', true, 'document.legal_hold'],
      ]);
      return trashed;
    });
    expect(outcomes).to.have.length(races);
  });

  it(`LIB-9: a hold and a destruction at once end in one order, and never in a destroyed document on hold, ${races} times`, async () => {
    const { documents, owner, holds, upload, sql } = here;
    const outcomes = await inWaves(races, async () => {
      const { id: documentId } = await upload();
      await documents.trashDocument({ documentId }, owner.session);
      const [purged] = await Promise.all([
        failureOf(documents.purgeDocument({ documentId }, owner.session)),
        holds.place(documentId, ['active', 'trashed']),
      ]);
      const [row] = await sql<{ status: string }>('select status from documents where id = $1', [documentId]);
      expect([row?.status, holds.on(documentId), purged]).to.be.deep.oneOf([
        ['disposed', false, 'none'],
        ['trashed', true, 'document.legal_hold'],
      ]);
      return purged;
    });
    expect(outcomes).to.have.length(races);
  });

  it('LIB-9: of a destruction by hand, one by the job and one more, one happens, and bytes are counted once', async () => {
    const { documents, owner, upload, sql, worker, workspaceId } = here;
    const usage = async () =>
      (
        await sql<{ used: number }>(
          `select used::int used from usage_counters where workspace_id = $1 and code = 'storage_bytes'`,
          [workspaceId],
        )
      )[0]?.used ?? 0;
    const { id: documentId, sizeBytes } = await upload();
    const before = await usage();
    await documents.trashDocument({ documentId }, owner.session);
    await sql(`update documents set purge_after = '2026-11-23T11:00:00Z' where id = $1`, [documentId]);
    const purge = () => failureOf(documents.purgeDocument({ documentId }, owner.session));
    await Promise.all([purge(), purge(), worker.run('documents.purge')]);

    expect(await usage()).to.equal(before - sizeBytes);
    const purged = await sql(`select from audit_event where action = 'document.purged' and target_id = $1`, [
      documentId,
    ]);
    expect(purged).to.have.length(1);
  });

  it('LIB-3: a walk of all pages under twenty writers shows nothing twice and misses nothing that was there throughout', async () => {
    const { documents, owner } = here;
    const { id: folderId } = await here.folder('Busy');
    const before = await Promise.all(
      Array.from({ length: 60 }, (_, at) => here.upload({ folderId, name: `before ${at}` })),
    );
    let isOver = false;
    const writers = times(20, async (at) => {
      for (let count = 0; !isOver && count < 40; count += 1)
        await documents.uploadDocument(
          { folderId, name: `new ${at} ${count}`, file: aFile('new.pdf') },
          owner.session,
        );
      return 'none';
    });
    for (const sort of ['updatedAt', 'name'] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof documents.listDocuments>> = await documents.listDocuments(
          { folderId, sort, limit: 7, ...(cursor === null ? {} : { cursor }) },
          owner.session,
        );
        seen.push(...page.documents.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(new Set(seen).size).to.equal(seen.length);
      expect(seen).to.include.members(before.map(({ id }) => id));
    }
    isOver = true;
    await writers;
  });

  it('LIB-14: of many who read at once, each leaves one line', async () => {
    const { documents, owner, upload, sql } = here;
    const { id: documentId } = await upload();
    await times(12, () => failureOf(delivered(documents.getDocumentContent({ documentId }, owner.session))));
    const lines = await sql(
      `select from audit_event where action = 'document.content_read' and target_id = $1`,
      [documentId],
    );
    expect(lines).to.have.length(1);
  });
});
