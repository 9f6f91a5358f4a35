import { expect } from 'chai';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { endingOf, type Sharing, sharing } from '../testing/shared-documents.ts';
import { failureOf } from '../testing/world.ts';

describe('shares of documents under races, on PostgreSQL', () => {
  let database: Database;
  let here: Sharing;
  before(async () => {
    database = await postgresDatabase();
    here = await sharing({ database });
  });
  after(() => database.close());

  const times = <T>(count: number, work: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(at)));
  const counted = (outcomes: readonly string[]) =>
    Object.fromEntries(
      [...new Set(outcomes)].sort().map((code) => [code, outcomes.filter((each) => each === code).length]),
    );
  const shareOf = async (documentId: string) => (await here.read(documentId)).shares[0];

  it('SHR-3: of fifty requests with fifty grants for the last view one gets it', async () => {
    const { upload, share, grant, content } = here;
    const { id: documentId } = await upload();
    const { token } = await share({ documentId, maxViews: 1 });
    const grants = await times(50, () => grant(token));
    const outcomes = await times(50, (at) => endingOf(content(token, { grant: grants[at] ?? '' })));
    expect(counted(outcomes)).to.deep.equal({ 'link.gone exhausted': 49, none: 1 });
    expect(await shareOf(documentId)).to.include({ viewCount: 1, status: 'exhausted' });
  });

  it('SHR-3: of four downloads at once of a share with three views three get it', async () => {
    const { upload, share, grant, content } = here;
    const { id: documentId } = await upload();
    const { token } = await share({ documentId, maxViews: 3, passcode: 'harbour-42' });
    const grants = await times(4, () => grant(token, 'harbour-42'));
    const outcomes = await times(4, (at) => endingOf(content(token, { grant: grants[at] ?? '' })));
    expect(counted(outcomes)).to.deep.equal({ 'link.gone exhausted': 1, none: 3 });
  });

  it('SHR-3: one grant that is used fifty times at once counts once', async () => {
    const { upload, share, grant, content } = here;
    const { id: documentId } = await upload();
    const { token } = await share({ documentId, maxViews: 2 });
    const one = await grant(token);
    const outcomes = await times(50, () => endingOf(content(token, { grant: one })));
    expect(counted(outcomes)).to.deep.equal({ none: 50 });
    expect(await shareOf(documentId)).to.include({ viewCount: 1, status: 'active' });
  });

  it('SHR-3: views without a limit are counted each, and many readers do not hinder a change of the document', async () => {
    const { upload, share, content, documents, owner } = here;
    const { id: documentId } = await upload();
    const { token } = await share({ documentId });
    const [outcomes] = await Promise.all([
      times(30, () => endingOf(content(token))),
      documents.updateDocument({ documentId, name: 'Renamed' }, owner.session),
    ]);
    expect(counted(outcomes)).to.deep.equal({ none: 30 });
    expect(await shareOf(documentId)).to.include({ viewCount: 30 });
  });

  it('LIB-8: whoever reads, shares or revokes while the document is trashed finds all shares ended afterwards', async () => {
    const { upload, share, content, documents, owner, sql } = here;
    await times(12, async () => {
      const { id: documentId } = await upload();
      const made = await times(3, () => share({ documentId, maxViews: 2 }));
      const revoke = { documentId, shareId: made[0]?.share.id ?? '' };
      await Promise.all([
        failureOf(documents.trashDocument({ documentId }, owner.session)),
        failureOf(share({ documentId })),
        failureOf(documents.revokeDocumentShare(revoke, owner.session)),
        ...made.flatMap(({ token }) => [failureOf(content(token)), failureOf(content(token))]),
      ]);
      const [row] = await sql<{ status: string; active: number; counted: number }>(
        `select status, share_count counted,
           (select count(*)::int from document_shares s where s.document_id = d.id and s.status = 'active') active
         from documents d where id = $1`,
        [documentId],
      );
      expect(row).to.deep.equal({ status: 'trashed', active: 0, counted: 0 });
    });
  });

  it('of two who make the hundredth share at once one does', async () => {
    const { upload, share, read } = here;
    const { id: documentId } = await upload();
    await times(99, () => share({ documentId }));
    const outcomes = await times(2, () => failureOf(share({ documentId })));
    expect(counted(outcomes)).to.deep.equal({ none: 1, 'share.too_many': 1 });
    expect((await read(documentId)).document.shareCount).to.equal(100);
  });

  it('a job that notes the end of shares, run twice at once, notes each end once', async () => {
    const { upload, share, clock, worker, sql } = here;
    const { id: documentId } = await upload();
    const expiresAt = new Date(Date.parse(clock.now()) + 3_600_000).toISOString();
    await times(5, () => share({ documentId, expiresAt }));
    clock.advance({ hours: 1 });
    await Promise.all([worker.run('shares.expire'), worker.run('shares.expire')]);
    const lines = await sql(`select from audit_event where action = 'share.expired' and ledger_id = $1`, [
      here.workspaceId,
    ]);
    expect(lines).to.have.length(5);
  });
});
