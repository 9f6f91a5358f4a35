import { failureOf, type Person, renewingOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** An office in which Bo, a member, keeps a restricted document of the owner in force. */
async function keeping() {
  const here = await renewingOffice();
  const { documents, lifecycle, upload, put, owner, bo } = here;
  const { folder } = await documents.createDocumentFolder({ name: 'Insurances' }, owner.session);
  const { id } = await upload({ name: 'Liability', visibility: 'restricted', folderId: folder.id });
  await put(id, { ownerUserId: bo.id, statedExpiresOn: '2027-03-01' });
  const folders = async (as: Person) =>
    (await documents.listDocuments({}, as.session)).folders.map(({ documentCount }) => documentCount);
  const listed = async (input: object, as: Person) =>
    (await documents.listDocuments(input, as.session)).documents.map((document) => document.id);
  const found = async (query: string, as: Person) =>
    (await lifecycle.searchDocuments({ query }, as.session)).results.map(({ document }) => document.id);
  const board = async (input: object, as: Person) =>
    (await lifecycle.getLifecycleDashboard(input, as.session)).lifecycles.map(({ documentId }) => documentId);
  return { ...here, id, folderId: folder.id, folders, listed, found, board };
}

describe('a restricted document that somebody keeps in force', () => {
  it('is seen by that person in each list, search and count, and once if its access list names them too', async () => {
    const { documents, id, folderId, folders, listed, found, board, owner, bo } = await keeping();
    const seen = async () => [
      await listed({ folderId }, bo),
      await listed({ search: 'liability' }, bo),
      await found('liability', bo),
      await board({ ownerUserId: 'me' }, bo),
    ];

    expect(await seen()).to.deep.equal([[id], [id], [id], [id]]);
    expect(await folders(bo)).to.deep.equal([1]);
    const accessList = [{ userId: bo.id, level: 'view' as const }];
    await documents.updateDocument({ documentId: id, accessList }, owner.session);
    expect(await seen()).to.deep.equal([[id], [id], [id], [id]]);
    expect(await folders(bo)).to.deep.equal([1]);
  });

  it('is read and renewed by that person, who may not edit it', async () => {
    const { documents, id, read, open, update, list, bo } = await keeping();
    const { document } = await documents.getDocument({ documentId: id }, bo.session);
    expect(document.permissions).to.deep.equal({ view: true, edit: false, manage: false });
    expect((await read(id, bo)).ownerUserId).to.equal(bo.id);

    const renewal = await open(id);
    expect((await list({ ownerUserId: 'me' }, bo)).map((each) => each.id)).to.deep.equal([renewal.id]);
    expect((await update(renewal.id, 'start', {}, bo)).status).to.equal('in_progress');
    expect(await failureOf(documents.updateDocument({ documentId: id, name: 'Mine' }, bo.session))).to.equal(
      'permission.denied',
    );
  });

  it('is seen by no other member, and no more by a keeper who was replaced or became a guest', async () => {
    const { documents, chancery, id, folderId, folders, listed, found, put, owner, bo, person } =
      await keeping();
    const cy = await person('member', 'Cy');
    const unseen = async (as: Person) => {
      const reading = documents.getDocument({ documentId: id }, as.session);
      expect(await failureOf(reading)).to.equal('document.not_found');
      expect(await listed({ search: 'liability' }, as)).to.deep.equal([]);
    };

    await unseen(cy);
    expect(await found('liability', cy)).to.deep.equal([]);
    await put(id, { ownerUserId: cy.id });
    await unseen(bo);
    expect([await listed({ folderId }, bo), await folders(bo), await folders(cy)]).to.deep.equal([
      [],
      [0],
      [1],
    ]);
    await chancery.workspace.updateMember({ userId: cy.id, role: 'guest' }, owner.session);
    await unseen(cy);
  });
});

describe('the lifecycle that documents show in short', () => {
  it('has who keeps them in force, their status at the moment and their end, in details, lists and answers', async () => {
    const { documents, upload, put, owner, bo, clock } = await renewingOffice();
    const { id: documentId, lifecycle: ofNew } = await upload({ name: 'Liability' });
    await upload({ name: 'Letter' });
    const nothing = { typeId: null, ownerUserId: null, status: null, expiresOn: null, held: false };
    expect(ofNew).to.deep.equal(nothing);

    await put(documentId, { ownerUserId: bo.id, statedExpiresOn: '2027-03-01' });
    const shown = async () => {
      const { document } = await documents.getDocument({ documentId }, owner.session);
      const listed = (await documents.listDocuments({ sort: 'name' }, owner.session)).documents;
      const changed = await documents.updateDocument({ documentId, name: 'Liability' }, owner.session);
      expect(listed.map(({ lifecycle }) => lifecycle)).to.deep.equal([nothing, document.lifecycle]);
      expect(changed.document.lifecycle).to.deep.equal(document.lifecycle);
      return document.lifecycle;
    };

    const kept = { typeId: null, ownerUserId: bo.id, expiresOn: '2027-03-01', held: false };
    expect(await shown()).to.deep.equal({ ...kept, status: 'current' });
    clock.advance({ days: 80 });
    expect(await shown()).to.deep.equal({ ...kept, status: 'expiring_soon' });
    await put(documentId);
    expect(await shown()).to.deep.equal(nothing);
  });
});
