import { aFile, failureOf, faultsOf, type Person, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function office() {
  const here = await world();
  const { owner, chancery } = here;
  const { lifecycle, documents } = chancery;
  const bo = await here.person('member', 'Bo');
  const upload = async (input: object = {}, as: Person = owner) =>
    (await documents.uploadDocument({ file: aFile('letter.pdf'), ...input }, as.session)).document;
  const place = async (documentId: string, input: object = {}, as: Person = owner) =>
    (
      await lifecycle.placeLegalHold(
        { documentId, matter: 'Byron v. Babbage', reason: 'Notice received', ...input },
        as.session,
      )
    ).legalHold;
  const release = (holdId: string, input: object = {}) =>
    lifecycle.releaseLegalHold({ holdId, reason: 'Settled', ...input }, owner.session);
  const hold = (documentId: string, held: boolean, as: Person = owner) =>
    lifecycle.setDocumentLegalHold({ documentId, held, reason: 'Audit of 2026' }, as.session);
  const holdsOn = (documentId: string, as: Person = owner, input: object = {}) =>
    lifecycle.listLegalHolds({ documentId, ...input }, as.session);
  const trash = (documentId: string) => failureOf(documents.trashDocument({ documentId }, owner.session));
  const purge = (documentId: string) => failureOf(documents.purgeDocument({ documentId }, owner.session));
  return { ...here, lifecycle, documents, bo, upload, place, release, hold, holdsOn, trash, purge };
}

describe('legal holds', () => {
  it('are placed and released, each with a line in the ledger', async () => {
    const { upload, place, release, owner, bo, happened } = await office();
    const { id: documentId } = await upload();

    const placed = await place(documentId, {
      matterReference: '7 O 12/26',
      custodianUserId: bo.id,
      reviewOn: '2027-06-30',
    });
    expect(await failureOf(release(placed.id, { expectedVersion: 2 }))).to.equal('version_conflict');
    const { legalHold, stillHeld } = await release(placed.id, { expectedVersion: 1 });

    expect(placed).to.deep.equal({
      id: placed.id,
      documentId,
      kind: 'case',
      matter: 'Byron v. Babbage',
      matterReference: '7 O 12/26',
      reason: 'Notice received',
      custodianUserId: bo.id,
      reviewOn: '2027-06-30',
      status: 'active',
      placedByUserId: owner.id,
      placedAt: '2026-11-23T12:00:00.000Z',
      releasedByUserId: null,
      releasedAt: null,
      releaseReason: null,
      createdAt: '2026-11-23T12:00:00.000Z',
      updatedAt: '2026-11-23T12:00:00.000Z',
      version: 1,
    });
    expect(stillHeld).to.equal(false);
    expect(legalHold).to.include({
      status: 'released',
      releasedByUserId: owner.id,
      releaseReason: 'Settled',
      version: 2,
    });
    expect(await failureOf(release(placed.id))).to.equal('document_hold.already_released');
    expect(await failureOf(release(documentId))).to.equal('document_hold.not_found');
    expect((await happened()).slice(-2)).to.deep.equal([
      {
        type: 'document_hold.placed',
        facts: { documentId, kind: 'case' },
        target: { kind: 'document_hold', id: placed.id },
      },
      {
        type: 'document_hold.released',
        facts: { documentId, kind: 'case' },
        target: { kind: 'document_hold', id: placed.id },
      },
    ]);
  });

  it('HLD-1: keep a document from the trash and from destruction, by hand and by the job, until the last is released', async () => {
    const { upload, place, release, trash, purge, worker, sql, documents, owner } = await office();
    const { id: documentId } = await upload();
    const [one, other] = [await place(documentId), await place(documentId, { matter: 'Audit' })];

    expect(await trash(documentId)).to.equal('document.legal_hold');
    expect((await release(one.id)).stillHeld).to.equal(true);
    expect(await trash(documentId)).to.equal('document.legal_hold');
    await release(other.id);
    expect(await trash(documentId)).to.equal('none');

    const third = await place(documentId);
    expect(await purge(documentId)).to.equal('document.legal_hold');
    await sql(`update documents set purge_after = '2026-11-23T11:00:00Z' where id = $1`, [documentId]);
    await worker.run('documents.purge');
    const { document } = await documents.getDocument({ documentId }, owner.session);
    expect([document.status, document.lifecycle.held]).to.deep.equal(['trashed', true]);
    await release(third.id);
    await worker.run('documents.purge');
    expect((await documents.getDocument({ documentId }, owner.session)).document.status).to.equal('disposed');
    expect(await failureOf(place(documentId))).to.equal('document.invalid_state');
  });

  it('HLD-1: leave everything else of a document free', async () => {
    const { upload, place, documents, owner, lifecycle } = await office();
    const { id: documentId } = await upload();
    await place(documentId);
    const { folder } = await documents.createDocumentFolder({ name: 'Matters' }, owner.session);

    await documents.updateDocument({ documentId, name: 'Renamed', folderId: folder.id }, owner.session);
    await documents.createDocumentShare({ documentId }, owner.session);
    await lifecycle.configureDocumentLifecycle({ documentId, statedExpiresOn: '2027-02-28' }, owner.session);
    const { document } = await documents.getDocument({ documentId }, owner.session);

    expect(document).to.include({ name: 'Renamed', shareCount: 1 });
  });

  it('HLD-4: the switch touches its own hold alone, and says whether others are active', async () => {
    const { upload, place, hold, trash, release } = await office();
    const { id: documentId } = await upload();
    const other = await place(documentId);

    const on = await hold(documentId, true);
    const again = await hold(documentId, true);
    expect(on.holds.map(({ kind }) => kind)).to.deep.equal(['case', 'direct']);
    expect(again.holds.map(({ id }) => id)).to.deep.equal(on.holds.map(({ id }) => id));
    expect(on.holds[1]).to.include({ matter: 'Audit of 2026', reason: 'Audit of 2026' });

    const off = await hold(documentId, false);
    expect(off.held).to.equal(true);
    expect(off.holds.map(({ id }) => id)).to.deep.equal([other.id]);
    expect(await trash(documentId)).to.equal('document.legal_hold');
    await release(other.id);
    expect(await hold(documentId, false)).to.deep.equal({ held: false, holds: [] });
  });

  it('HLD-5: tell matter and reason to those who manage the document or keep it in force, and to nobody else', async () => {
    const { upload, place, holdsOn, bo, person, lifecycle } = await office();
    const { id: documentId } = await upload({}, bo);
    const keeper = await person('member', 'Kim');
    const other = await person('member', 'Oz');
    const guest = await person('guest', 'Gil');
    const configured = { documentId, ownerUserId: keeper.id };
    await lifecycle.configureDocumentLifecycle(configured, bo.session);
    const restricted = await upload({ visibility: 'restricted' });
    await place(documentId, { matterReference: '7 O 12/26' });

    const told = async (as: Person) => {
      const { legalHolds, held } = await holdsOn(documentId, as);
      return [held, legalHolds[0]?.matter, legalHolds[0]?.reason, legalHolds[0]?.matterReference];
    };
    const everything = [true, 'Byron v. Babbage', 'Notice received', '7 O 12/26'];
    expect(await told(bo)).to.deep.equal(everything);
    expect(await told(keeper)).to.deep.equal(everything);
    expect(await told(other)).to.deep.equal([true, null, null, null]);
    expect(await failureOf(holdsOn(documentId, guest))).to.equal('document.not_found');
    expect(await failureOf(holdsOn(restricted.id, bo))).to.equal('document.not_found');
    expect(await failureOf(place(documentId, {}, bo))).to.equal('permission.denied');
  });

  it('refuse what cannot be, and name the field', async () => {
    const { upload, place, lifecycle, owner, stranger } = await office();
    const { id: documentId } = await upload();
    await place(documentId, { matterReference: '7 O 12/26' });
    const other = await stranger();

    expect(await failureOf(place(documentId, { matterReference: '7 O 12/26' }))).to.equal(
      'document_hold.duplicate',
    );
    expect((await place(documentId, { matterReference: '7 O 13/26' })).status).to.equal('active');
    expect(await faultsOf(place(documentId, { reason: 'no' }))).to.deep.equal(['/reason field.length']);
    expect(await failureOf(place(documentId, { custodianUserId: other.id }))).to.equal('member.not_found');
    const fromOutside = lifecycle.placeLegalHold(
      { documentId, matter: 'Mine', reason: 'Mine alone' },
      other.session,
    );
    expect(await failureOf(fromOutside)).to.equal('document.not_found');
    expect(await faultsOf(lifecycle.listLegalHolds({} as never, owner.session))).to.deep.equal([
      '/documentId field.required',
    ]);
  });

  it('are listed page by page, the newest first, and by status', async () => {
    const { upload, place, release, holdsOn, owner } = await office();
    const { id: documentId } = await upload();
    const ids: string[] = [];
    for (const at of [1, 2, 3, 4, 5]) ids.unshift((await place(documentId, { matter: `M${at}` })).id);
    await release(ids[0] ?? '');

    const first = await holdsOn(documentId, owner, { limit: 2 });
    const second = await holdsOn(documentId, owner, { limit: 3, cursor: first.nextCursor });
    const active = await holdsOn(documentId, owner, { status: 'active' });

    expect([...first.legalHolds, ...second.legalHolds].map(({ id }) => id)).to.deep.equal(ids);
    expect(second.nextCursor).to.equal(null);
    expect(active.count).to.equal(4);
  });

  it('HLD-6: are placed and released on every plan and in every payment state', async () => {
    const { upload, place, release, sql, workspaceId } = await office();
    const { id: documentId } = await upload();
    await sql(`update workspaces set plan_code = 'free', plan_terms = '{"restricted": true}' where id = $1`, [
      workspaceId,
    ]);

    const { id } = await place(documentId);

    expect((await release(id)).stillHeld).to.equal(false);
  });
});

describe('what a person kept in force', () => {
  it('LIF-25: goes to the heir when they leave, or to nobody, and custody of holds with it', async () => {
    const { upload, place, holdsOn, bo, person, lifecycle, owner, chancery } = await office();
    const cy = await person('member', 'Cy');
    const first = await upload();
    const second = await upload();
    const keptBy = async (documentId: string) =>
      (await lifecycle.getDocumentLifecycle({ documentId }, owner.session)).lifecycle.ownerUserId;
    const keep = (documentId: string, ownerUserId: string) =>
      lifecycle.configureDocumentLifecycle({ documentId, ownerUserId }, owner.session);
    await keep(first.id, bo.id);
    await keep(second.id, cy.id);
    await place(first.id, { custodianUserId: bo.id });

    await chancery.workspace.removeMember({ userId: bo.id, reassignToUserId: owner.id }, owner.session);
    await chancery.workspace.removeMember({ userId: cy.id }, owner.session);

    expect([await keptBy(first.id), await keptBy(second.id)]).to.deep.equal([owner.id, null]);
    const { legalHolds } = await holdsOn(first.id);
    expect(legalHolds[0]?.custodianUserId).to.equal(owner.id);
  });
});
