import { failureOf, faultsOf, library, type Person } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function desk() {
  const here = await library();
  const bo = await here.person('member', 'Bo');
  const cy = await here.person('member', 'Cy');
  const gil = await here.person('guest', 'Gil');
  const admin = await here.person('admin', 'Ada');
  const update = (documentId: string, change: object, as: Person = here.owner) =>
    here.documents.updateDocument({ documentId, ...change }, as.session);
  return { ...here, bo, cy, gil, admin, update };
}

describe('changing a document', () => {
  it('renames, describes, tags and moves it, and the ledger names the fields that changed', async () => {
    const { upload, folder, update, happened } = await desk();
    const { id: folderId } = await folder('Contracts');
    const { id } = await upload();
    const { document } = await update(id, {
      name: ' Letter ',
      description: 'To Ann',
      folderId,
      tags: ['x'],
      documentTypeId: null,
    });
    expect(document).to.deep.include({
      name: 'Letter',
      description: 'To Ann',
      folderId,
      tags: ['x'],
      version: 2,
    });
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'document.updated',
      facts: { visibility: 'workspace', changed: ['name', 'description', 'folderId', 'tags'] },
      target: { kind: 'document', id },
    });
    expect((await update(id, { name: 'Letter' })).document.version).to.equal(2);
    expect((await update(id, { folderId: null })).document).to.include({ folderId: null, version: 3 });
    expect(await failureOf(update(id, { name: 'x', expectedVersion: 2 }))).to.equal('version_conflict');
  });

  it('asks for each level what the table of permissions says', async () => {
    const { documents, upload, update, bo, cy, gil, admin, owner } = await desk();
    const { id } = await upload({ visibility: 'workspace' }, bo);
    const people = { owner, admin, bo, cy, gil };
    const shows = async () => {
      const answers: Record<string, string> = {};
      for (const [name, person] of Object.entries(people)) {
        const described = await failureOf(update(id, { description: `by ${name}` }, person));
        const managed = await failureOf(
          update(id, { visibility: 'workspace', description: 'managed' }, person),
        );
        const trashed = await failureOf(documents.trashDocument({ documentId: id }, person.session));
        if (trashed === 'none') await documents.restoreDocument({ documentId: id }, owner.session);
        answers[name] = [described, managed, trashed].join(' ');
      }
      return answers;
    };
    const nothing = 'permission.denied permission.denied permission.denied';
    const unseen = 'document.not_found document.not_found document.not_found';
    expect(await shows()).to.deep.equal({
      owner: 'none none none',
      admin: 'none none none',
      bo: 'none none none',
      cy: nothing,
      gil: unseen,
    });

    await update(
      id,
      {
        accessList: [
          { userId: cy.id, level: 'edit' },
          { userId: gil.id, level: 'view' },
        ],
      },
      bo,
    );
    expect(await shows()).to.deep.include({ cy: 'none permission.denied permission.denied', gil: nothing });
  });

  it('hands a document to another member, and the former owner keeps what every member has', async () => {
    const { documents, upload, update, bo, cy, gil } = await desk();
    const { id } = await upload({ visibility: 'restricted' }, bo);
    expect(await failureOf(update(id, { ownerUserId: gil.id }, bo))).to.equal('member.not_found');
    expect(await failureOf(update(id, { ownerUserId: `usr_${'0'.repeat(32)}` }, bo))).to.equal(
      'member.not_found',
    );
    const { document } = await update(id, { ownerUserId: cy.id }, bo);
    expect(document.ownerUserId).to.equal(cy.id);
    expect(await failureOf(documents.getDocument({ documentId: id }, bo.session))).to.equal(
      'document.not_found',
    );
  });

  it('takes an access list of people of the workspace, each once, guests as readers only', async () => {
    const { upload, update, bo, gil } = await desk();
    const { id } = await upload();
    const entry = (userId: string, level: string) => ({ userId, level });
    expect(
      await faultsOf(update(id, { accessList: [entry(bo.id, 'edit'), entry(gil.id, 'edit')] })),
    ).to.deep.equal(['/accessList/1/level field.not_an_option']);
    expect(
      await faultsOf(update(id, { accessList: [entry(bo.id, 'edit'), entry(bo.id, 'view')] })),
    ).to.deep.equal(['/accessList field.duplicate']);
    expect(await failureOf(update(id, { accessList: [entry(`usr_${'0'.repeat(32)}`, 'view')] }))).to.equal(
      'member.not_found',
    );
    expect((await update(id, { accessList: [entry(bo.id, 'view')] })).document.accessList).to.deep.equal([
      entry(bo.id, 'view'),
    ]);
    expect((await update(id, { accessList: [] })).document.accessList).to.deep.equal([]);
  });

  it('changes nothing of what is trashed or destroyed', async () => {
    const { documents, upload, update, owner } = await desk();
    const { id: documentId } = await upload();
    await documents.trashDocument({ documentId }, owner.session);
    expect(await failureOf(update(documentId, { name: 'x' }))).to.equal('document.invalid_state');
    await documents.purgeDocument({ documentId }, owner.session);
    expect(await failureOf(update(documentId, { name: 'x' }))).to.equal('document.invalid_state');
  });

  it('refuses a type that does not exist or is archived', async () => {
    const types: Record<string, 'active' | 'archived'> = {};
    const { documents, upload, owner, ports } = await library({
      ports: {
        answers: { documentTypes: () => [{ context: 'tests', statusOf: async (id) => types[id] ?? null }] },
      },
    });
    const { id: documentId } = await upload();
    const documentTypeId = ports.ids.uuid7();
    const give = () => documents.updateDocument({ documentId, documentTypeId }, owner.session);
    expect(await failureOf(give())).to.equal('type.not_found');
    types[documentTypeId] = 'archived';
    expect(await failureOf(give())).to.equal('type.archived');
    types[documentTypeId] = 'active';
    expect((await give()).document.lifecycle.typeId).to.equal(documentTypeId);
  });
});
