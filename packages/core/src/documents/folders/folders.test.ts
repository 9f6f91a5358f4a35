import { failureOf, library } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function tree() {
  const here = await library();
  const bo = await here.person('member', 'Bo');
  const gil = await here.person('guest', 'Gil');
  const { documents, owner } = here;
  const update = (folderId: string, change: object, as = owner) =>
    documents.updateDocumentFolder({ folderId, ...change }, as.session);
  const archive = (folderId: string, as = owner) => documents.archiveDocumentFolder({ folderId }, as.session);
  /** One folder in the other, the uppermost first. */
  const nested = async (levels: number) => {
    const ids: string[] = [];
    for (let level = 0; level < levels; level += 1)
      ids.push((await here.folder(`level ${level}`, ids.at(-1) ?? null)).id);
    return ids;
  };
  const names = async (input: object = {}, as = owner) => {
    const page = await documents.listDocuments(input, as.session);
    return [...page.folders, ...page.documents].map(({ name }) => name);
  };
  return { ...here, bo, gil, update, archive, nested, names };
}

describe('folders', () => {
  it('are created, renamed and moved, with a line in the ledger for each', async () => {
    const { documents, owner, folder, update, happened, workspaceId } = await tree();
    const { id: parentId } = await folder('Clients');
    const { folder: made } = await documents.createDocumentFolder({ name: ' Letters ' }, owner.session);
    const { folder: after } = await update(made.id, { name: 'Post', parentId });

    const { createdAt: _, updatedAt: __, ...kept } = made;
    expect(kept).to.deep.equal({
      id: made.id,
      workspaceId,
      name: 'Letters',
      parentId: null,
      depth: 0,
      status: 'active',
      archivedAt: null,
      createdByUserId: owner.id,
      folderCount: 0,
      documentCount: 0,
      version: 1,
    });
    expect(after).to.include({ name: 'Post', parentId, depth: 1, version: 2 });
    expect((await happened()).slice(-3)).to.deep.equal([
      { type: 'folder.created', facts: { parentId: null }, target: { kind: 'folder', id: parentId } },
      { type: 'folder.created', facts: { parentId: null }, target: { kind: 'folder', id: made.id } },
      { type: 'folder.updated', facts: { parentId }, target: { kind: 'folder', id: made.id } },
    ]);
  });

  it('LIB-5: a name is free only where no active folder beside it has it, without case and accents', async () => {
    const { folder, update, archive } = await tree();
    const { id } = await folder('Köln');
    const { id: other } = await folder('Bonn');

    expect(await failureOf(folder('KOLN'))).to.equal('folder.duplicate');
    expect(await failureOf(update(other, { name: 'köln' }))).to.equal('folder.duplicate');
    expect((await update(id, { name: 'KÖLN' })).folder.name).to.equal('KÖLN');
    const { id: below } = await folder('Köln', other);
    expect(await failureOf(update(below, { parentId: null }))).to.equal('folder.duplicate');
    await archive(id);
    await folder('Köln');
    expect(await failureOf(update(id, { archived: false }))).to.equal('folder.duplicate');
    expect((await update(id, { archived: false, name: 'Köln 2025' })).folder.status).to.equal('active');
  });

  it('LIB-5: a folder is not moved into itself, nor below itself', async () => {
    const { nested, update } = await tree();
    const [top = '', middle = '', low = ''] = await nested(3);

    for (const parentId of [top, middle, low])
      expect(await failureOf(update(top, { parentId }))).to.equal('folder.cycle');
    expect((await update(low, { parentId: null })).folder.depth).to.equal(0);
    expect((await update(top, { parentId: low })).folder.depth).to.equal(1);
  });

  it('LIB-5: what is moved takes along everything below it', async () => {
    const { documents, nested, update, folder, upload, owner, names } = await tree();
    const [top = '', , low = ''] = await nested(3);
    const { id: target } = await folder('Target');
    const document = await upload({ folderId: low, name: 'deep' });
    await update(top, { parentId: target });

    const { breadcrumbs } = await documents.getDocument({ documentId: document.id }, owner.session);
    expect(breadcrumbs.map(({ name }) => name)).to.deep.equal(['Target', 'level 0', 'level 1', 'level 2']);
    expect(await names({ folderId: target, search: 'deep' })).to.deep.equal(['deep']);
  });

  it('lie in one another at most ten levels deep', async () => {
    const { nested, folder, update } = await tree();
    const ids = await nested(10);
    expect(await failureOf(folder('eleventh', ids.at(-1)))).to.equal('folder.too_deep');
    const { id } = await folder('Two');
    await folder('levels', id);
    expect(await failureOf(update(id, { parentId: ids.at(-2) }))).to.equal('folder.too_deep');
    expect((await update(id, { parentId: ids.at(-3) })).folder.depth).to.equal(8);
  });

  it('LIB-6: an archived folder is hidden with all below it, its documents stay reachable, and restoring shows everything', async () => {
    const { documents, nested, upload, update, archive, names, owner } = await tree();
    const [top = '', , low = ''] = await nested(3);
    const { id: documentId } = await upload({ folderId: low, name: 'deep letter' });
    const read = async () => (await documents.getDocument({ documentId }, owner.session)).document;
    await archive(top);

    expect(await names()).to.deep.equal([]);
    expect(await names({ archived: true })).to.deep.equal(['level 0']);
    expect(await names({ search: 'level' })).to.deep.equal([]);
    expect(await names({ search: 'deep letter' })).to.deep.equal(['deep letter']);
    expect((await documents.listDocuments({ search: 'deep' }, owner.session)).documents[0]).to.include({
      inArchivedFolder: true,
      status: 'active',
    });
    expect(await read()).to.include({ inArchivedFolder: true, folderId: low, status: 'active' });
    expect((await archive(top)).folder.version).to.equal(2);

    await update(top, { archived: false });
    expect(await names()).to.deep.equal(['level 0']);
    expect(await read()).to.include({ inArchivedFolder: false, folderId: low });
  });

  it('LIB-6: a folder that was archived by itself stays so when the one above is restored', async () => {
    const { documents, nested, upload, update, archive, owner } = await tree();
    const [top = '', middle = '', low = ''] = await nested(3);
    const { id: documentId } = await upload({ folderId: low });
    await archive(middle);
    await archive(top);
    await update(top, { archived: false });

    const { document } = await documents.getDocument({ documentId }, owner.session);
    expect(document.inArchivedFolder).to.equal(true);
  });

  it('LIB-6: nothing is put into an archived folder, and nothing else of it is changed', async () => {
    const { documents, folder, upload, update, archive, owner } = await tree();
    const { id } = await folder('Old');
    const { id: below } = await folder('Below', id);
    const { id: documentId } = await upload();
    await archive(id);

    for (const folderId of [id, below]) {
      expect(await failureOf(upload({ folderId }))).to.equal('folder.archived');
      expect(await failureOf(documents.updateDocument({ documentId, folderId }, owner.session))).to.equal(
        'folder.archived',
      );
      expect(await failureOf(folder('New', folderId))).to.equal('folder.archived');
    }
    expect(await failureOf(update(id, { name: 'Older' }))).to.equal('folder.archived');
    expect(await failureOf(update(below, { name: 'Lower' }))).to.equal('folder.archived');
  });

  it('LIB-19: a folder holds 5,000 folders and no more', async () => {
    const { sql, folder, update, owner, workspaceId } = await tree();
    const { id: parentId } = await folder('Full');
    const { id: other } = await folder('Other');
    await sql(
      `insert into document_folders (id, workspace_id, parent_id, name, depth, status, is_hidden, created_by_user_id, created_at, updated_at, version)
       select gen_random_uuid(), $1, $2, 'folder ' || n, 1, 'active', false, $3, now(), now(), 1 from generate_series(1, 4999) n`,
      [workspaceId, parentId, owner.id],
    );

    await folder('the last one', parentId);
    expect(await failureOf(folder('one too many', parentId))).to.equal('folder.too_many');
    expect(await failureOf(update(other, { parentId }))).to.equal('folder.too_many');
  });

  it('are changed by whoever made them, and by owners and admins', async () => {
    const { folder, update, archive, bo, gil, person, documents } = await tree();
    const cy = await person('member', 'Cy');
    const { id } = await folder('Of Bo', null, bo);

    expect(await failureOf(update(id, { name: 'x' }, cy))).to.equal('permission.denied');
    expect(await failureOf(archive(id, cy))).to.equal('permission.denied');
    expect(await failureOf(documents.createDocumentFolder({ name: 'x' }, gil.session))).to.equal(
      'permission.denied',
    );
    expect((await update(id, { name: 'Bo’s' }, bo)).folder.name).to.equal('Bo’s');
    expect((await archive(id)).folder.status).to.equal('archived');
    expect(await failureOf(update(id, { archived: false, expectedVersion: 1 }))).to.equal('version_conflict');
  });
});
