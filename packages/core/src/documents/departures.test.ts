import { failureOf, faultsOf, library } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('documents of people who leave', () => {
  it('LIB-13: a suspended member keeps their documents', async () => {
    const { chancery, documents, upload, owner, person } = await library();
    const bo = await person('member', 'Bo');
    const { id: documentId } = await upload({ visibility: 'restricted' }, bo);
    await chancery.workspace.suspendMember({ userId: bo.id }, owner.session);
    expect((await documents.getDocument({ documentId }, owner.session)).document.ownerUserId).to.equal(bo.id);
  });

  it('LIB-13: an heir takes over, else the longest-standing owner, and access entries end', async () => {
    const { chancery, documents, upload, owner, person } = await library();
    const [bo, cy, di] = [
      await person('member', 'Bo'),
      await person('member', 'Cy'),
      await person('member', 'Di'),
    ];
    const [one, other, listed] = [await upload({}, bo), await upload({}, cy), await upload()];
    await documents.updateDocument(
      { documentId: listed.id, accessList: [{ userId: bo.id, level: 'edit' }] },
      owner.session,
    );
    const read = async (documentId: string) =>
      (await documents.getDocument({ documentId }, owner.session)).document;

    await chancery.workspace.removeMember({ userId: bo.id, reassignToUserId: di.id }, owner.session);
    expect((await read(one.id)).ownerUserId).to.equal(di.id);
    expect((await read(listed.id)).accessList).to.deep.equal([]);
    await chancery.workspace.removeMember({ userId: cy.id }, owner.session);
    expect((await read(other.id)).ownerUserId).to.equal(owner.id);
  });

  it('LIB-13: a document that is out for signature keeps its owner from leaving, unless an heir takes it', async () => {
    const { chancery, upload, owner, person, sql } = await library();
    const [bo, di] = [await person('member', 'Bo'), await person('member', 'Di')];
    const { id } = await upload({}, bo);
    for (const status of ['sent', 'completed']) {
      await sql('update documents set signature_status = $2 where id = $1', [id, status]);
      expect(await failureOf(chancery.workspace.removeMember({ userId: bo.id }, owner.session))).to.equal(
        'member.open_responsibilities',
      );
    }
    await chancery.workspace.removeMember({ userId: bo.id, reassignToUserId: di.id }, owner.session);
    const [row] = await sql<{ owner: string }>('select owner_user_id "owner" from documents where id = $1', [
      id,
    ]);
    expect(row?.owner).to.equal(di.id);
  });

  it('a workspace does not close while a document is on hold or out for signature', async () => {
    const { chancery, upload, owner, sql, holds } = await library();
    const [one, other] = [await upload(), await upload()];
    await holds.place(one.id);
    await sql(`update documents set signature_status = 'sent' where id = $1`, [other.id]);
    const [row] = await sql<{ slug: string }>('select slug from workspaces where id = $1', [
      owner.workspaceId,
    ]);
    const close = () => chancery.workspace.closeWorkspace({ confirmSlug: row?.slug ?? '' }, owner.session);
    expect(await faultsOf(close())).to.deep.equal([' documents.document']);
    expect(await failureOf(close())).to.equal('workspace.closure_blocked');
  });
});
