import { failureOf, library } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const sessions = { accessTokenSeconds: 400 * 24 * 3600 };
/** Documents stay in the trash for three days, so that nobody's session ends meanwhile. */
const threeDays = { context: 'tests', isRunning: async () => false, trashDays: async () => 3 };

async function shelf() {
  const here = await library({
    settings: sessions,
    ports: { answers: { documentRetention: () => [threeDays] } },
  });
  const { documents, owner, ports, workspaceId } = here;
  const bo = await here.person('member', 'Bo');
  const trash = (documentId: string, as = owner) => documents.trashDocument({ documentId }, as.session);
  const restore = (documentId: string, as = owner) => documents.restoreDocument({ documentId }, as.session);
  const purge = (documentId: string, as = owner) => documents.purgeDocument({ documentId }, as.session);
  const read = async (documentId: string) =>
    (await documents.getDocument({ documentId }, owner.session)).document;
  const keys = async () => {
    const all = [];
    for await (const key of ports.blobs.list(`ws/${workspaceId}/`)) all.push(key);
    return all;
  };
  /** Runs what is scheduled for these days, one after the other. */
  const passDays = async (days: number) => {
    here.clock.advance({ days });
    for (const topic of ['documents.rescan', 'documents.purge']) await here.worker.run(topic);
    await here.worker.drain();
  };
  return { ...here, bo, trash, restore, purge, read, keys, passDays };
}

describe('trash and destruction', () => {
  it('trashes and restores a document, each once however often it is asked', async () => {
    const { upload, trash, restore, happened, owner } = await shelf();
    const { id } = await upload();
    const { document } = await trash(id);
    expect(document).to.include({
      status: 'trashed',
      trashedAt: '2026-11-23T12:00:00.000Z',
      trashedByUserId: owner.id,
      purgeAfter: '2026-11-26T12:00:00.000Z',
      version: 2,
    });
    expect((await trash(id)).document).to.deep.equal(document);
    expect((await restore(id)).document).to.include({ status: 'active', purgeAfter: null, version: 3 });
    expect((await restore(id)).document.version).to.equal(3);
    expect((await happened()).map(({ type }) => type).slice(-3)).to.deep.equal([
      'document.created',
      'document.trashed',
      'document.restored',
    ]);
  });

  it('stays in the trash for thirty days where nobody says otherwise', async () => {
    const { documents, upload, owner } = await library();
    const { document } = await documents.trashDocument({ documentId: (await upload()).id }, owner.session);
    expect(document.purgeAfter).to.equal('2026-12-23T12:00:00.000Z');
  });

  it('restores into the root what lay in a folder that is archived by now', async () => {
    const { documents, upload, folder, trash, restore, owner } = await shelf();
    const { id: folderId } = await folder('Old');
    const { id } = await upload({ folderId });
    await trash(id);
    await documents.archiveDocumentFolder({ folderId }, owner.session);
    expect((await restore(id)).document).to.include({ folderId: null, inArchivedFolder: false });
  });

  it('LIB-7: a document on hold is not trashed', async () => {
    const { upload, trash, read, holds } = await shelf();
    const { id } = await upload();
    await holds.place(id);
    expect((await read(id)).lifecycle.held).to.equal(true);
    expect(await failureOf(trash(id))).to.equal('document.legal_hold');
    expect((await read(id)).status).to.equal('active');
    holds.lift(id);
    expect((await trash(id)).document.status).to.equal('trashed');
  });

  it('is not trashed while it is out for signature or waits for its seal', async () => {
    const { upload, trash, sql } = await shelf();
    const { id } = await upload();
    for (const status of ['sent', 'completed']) {
      await sql('update documents set signature_status = $2 where id = $1', [id, status]);
      expect(await failureOf(trash(id))).to.equal('document.signing_in_progress');
    }
    await sql(`update documents set signature_status = 'sealed' where id = $1`, [id]);
    expect((await trash(id)).document.status).to.equal('trashed');
  });

  it('LIB-9: destroys what has been in the trash for its time, and not a moment sooner', async () => {
    const { upload, trash, read, keys, passDays } = await shelf();
    const { id } = await upload({ description: 'secret plan', tags: ['plan'] });
    await trash(id);
    await passDays(2.999);
    expect((await read(id)).status).to.equal('trashed');
    expect(await keys()).to.have.length(1);

    await passDays(0.001);
    expect(await read(id)).to.deep.include({
      status: 'disposed',
      name: 'letter.pdf',
      description: null,
      tags: [],
      sizeBytes: 14,
      purgeAfter: null,
    });
    expect(await keys()).to.deep.equal([]);
  });

  it('LIB-9: a hold that was placed a moment before stops the destruction, by the job and by hand', async () => {
    const { upload, trash, purge, read, keys, passDays, sql, holds } = await shelf();
    const { id } = await upload();
    await holds.place(id);
    await sql(`update documents set status = 'trashed', purge_after = '2026-11-24T12:00:00Z' where id = $1`, [
      id,
    ]);
    await passDays(2);
    expect((await read(id)).status).to.equal('trashed');
    expect(await failureOf(purge(id))).to.equal('document.legal_hold');
    expect(await keys()).to.have.length(1);

    holds.lift(id);
    await passDays(1);
    expect((await read(id)).status).to.equal('disposed');
    expect(await failureOf(trash(id))).to.equal('document.invalid_state');
  });

  it('LIB-9: a running retention period stops the destruction', async () => {
    let isRunning = true;
    const { documents, upload, owner, clock, worker } = await library({
      settings: sessions,
      ports: {
        answers: {
          documentRetention: () => [
            { context: 'tests', isRunning: async () => isRunning, trashDays: async () => 3 },
          ],
        },
      },
    });
    const { id: documentId } = await upload();
    const { document } = await documents.trashDocument({ documentId }, owner.session);
    expect(document.purgeAfter).to.equal('2026-11-26T12:00:00.000Z');
    expect(await failureOf(documents.purgeDocument({ documentId }, owner.session))).to.equal(
      'document.retention_active',
    );
    clock.advance({ days: 4 });
    await worker.run('documents.purge');
    const status = async () => (await documents.getDocument({ documentId }, owner.session)).document.status;
    expect(await status()).to.equal('trashed');

    isRunning = false;
    clock.advance({ days: 1 });
    await worker.run('documents.purge');
    expect(await status()).to.equal('disposed');
  });

  it('LIB-9: what a crash leaves between database and blob store is unreadable, and deleted by the next run', async () => {
    const { documents, upload, trash, purge, keys, passDays, sql, owner } = await shelf();
    const { id: documentId } = await upload();
    await trash(documentId);
    await purge(documentId);
    // The process died before the job that deletes the bytes was worked.
    await sql(`delete from jobs where topic = 'documents.delete_bytes'`);
    expect(await keys()).to.have.length(1);
    expect(await failureOf(documents.getDocumentContent({ documentId }, owner.session))).to.equal(
      'document.disposed',
    );

    await passDays(1);
    expect(await keys()).to.deep.equal([]);
  });

  it('LIB-10: each document has bytes of its own, and destroying one leaves those of the other', async () => {
    const { documents, upload, trash, purge, worker, owner, keys } = await shelf();
    const [one, other] = [await upload(), await upload()];
    expect(await keys()).to.have.length(2);
    await trash(one.id);
    await purge(one.id);
    await worker.drain();
    expect(await keys()).to.have.length(1);
    const file = await documents.getDocumentContent({ documentId: other.id }, owner.session);
    expect(await keys()).to.deep.equal([file.stored.blobKey]);
  });

  it('destroys only what is in the trash or in quarantine, and once', async () => {
    const { upload, trash, purge, bo, happened } = await shelf();
    const { id } = await upload({}, bo);
    expect(await failureOf(purge(id))).to.equal('document.not_trashed');
    await trash(id, bo);
    expect(await failureOf(purge(id, bo))).to.equal('permission.denied');
    expect(await purge(id)).to.deep.equal({ purged: true });
    expect(await purge(id)).to.deep.equal({ purged: true });
    expect((await happened()).filter(({ type }) => type === 'document.purged')).to.have.length(1);
    expect(await failureOf(trash(id))).to.equal('document.invalid_state');
  });

  it('CNT-8: what came in unscanned is scanned later; what malware is found in goes into quarantine, and its owner is told', async () => {
    const {
      documents,
      upload,
      ports,
      read,
      passDays,
      bo,
      names: _,
      happened,
      owner,
    } = { ...(await shelf()), names: null };
    ports.scanner.answer = 'skipped';
    const { id } = await upload({}, bo);
    await passDays(1);
    expect((await read(id)).scan).to.equal('skipped');

    ports.scanner.answer = 'infected';
    await passDays(1);
    expect(await read(id)).to.include({ status: 'quarantined', scan: 'skipped' });
    expect(await failureOf(documents.getDocumentContent({ documentId: id }, owner.session))).to.equal(
      'document.quarantined',
    );
    expect((await happened()).at(-1)).to.include({ type: 'document.quarantined' });
    const mails = ports.mail.sent.filter(({ subject }) => subject.includes('Malware'));
    expect(mails.map(({ to }) => to.address)).to.deep.equal([bo.email]);
    expect((await documents.listDocuments({ scope: 'quarantine' }, bo.session)).documents).to.have.length(1);
    expect((await documents.listDocuments({ search: 'letter' }, bo.session)).documents).to.have.length(0);
  });

  it('CNT-8: what a later scan finds clean is clean', async () => {
    const { upload, ports, read, passDays } = await shelf();
    ports.scanner.answer = 'skipped';
    const { id } = await upload();
    ports.scanner.answer = 'clean';
    await passDays(1);
    expect(await read(id)).to.include({ status: 'active', scan: 'clean' });
  });

  it('takes a document out of quarantine only for owners and admins, and only when the scanner finds nothing', async () => {
    const { upload, ports, restore, passDays, bo, read, happened, purge } = await shelf();
    ports.scanner.answer = 'skipped';
    const [{ id }, { id: other }] = [await upload({}, bo), await upload({}, bo)];
    ports.scanner.answer = 'infected';
    await passDays(1);

    expect(await failureOf(restore(id, bo))).to.equal('permission.denied');
    expect(await failureOf(restore(id))).to.equal('document.still_infected');
    ports.scanner.answer = 'skipped';
    expect(await failureOf(restore(id))).to.equal('dependency.unavailable');
    ports.scanner.answer = 'clean';
    expect((await restore(id)).document).to.include({ status: 'active', scan: 'clean' });
    expect((await happened()).at(-1)).to.include({ type: 'document.released' });
    await purge(other);
    expect((await read(other)).status).to.equal('disposed');
    expect(await failureOf(restore(other))).to.equal('document.invalid_state');
  });
});
