import { aPdf } from '@chancery/core/testing';
import type { Chancery } from '@chancery/sdk';
import { uploadDocument } from '@chancery/sdk/upload-document';
import { expect } from 'chai';
import { type Installation, openInstallation, refusalOf } from './testing/installation.ts';

const will = new Blob([Buffer.from(aPdf(2000))]);

/** Everything that can be asked about one document and one folder of the library. */
const asked = (
  { documents }: Chancery,
  documentId: string,
  folderId: string,
): Readonly<Record<string, () => Promise<unknown>>> => ({
  getDocument: () => documents.getDocument({ documentId }),
  getDocumentContent: () => documents.getDocumentContent({ documentId }),
  updateDocument: () => documents.updateDocument({ documentId, name: 'Mine now' }),
  trashDocument: () => documents.trashDocument({ documentId }),
  restoreDocument: () => documents.restoreDocument({ documentId }),
  purgeDocument: () => documents.purgeDocument({ documentId }),
  listDocuments: () => documents.listDocuments({ folderId }),
  createDocumentFolder: () => documents.createDocumentFolder({ name: 'Below', parentId: folderId }),
  updateDocumentFolder: () => documents.updateDocumentFolder({ folderId, name: 'Mine now' }),
  archiveDocumentFolder: () => documents.archiveDocumentFolder({ folderId }),
});

describe('story: two practices on one server (documents 12, walk-through 9)', function () {
  this.timeout(60_000);
  let installation: Installation;
  before(async () => {
    installation = await openInstallation();
  });
  after(() => installation?.close());

  it('neither reads, changes, finds or counts what the other keeps', async () => {
    const ann = await installation.register('ann@example.com', 'Ann');
    const bo = await installation.register('bo@example.com', 'Bo');
    const { folder } = await ann.documents.createDocumentFolder({ name: 'Wills' });
    const { document } = await uploadDocument(ann, will, {
      fileName: 'Will of Smith.pdf',
      folderId: folder.id,
    });
    await ann.documents.trashDocument({
      documentId: (await uploadDocument(ann, will, { fileName: 'Draft of Smith.pdf' })).document.id,
    });

    for (const [name, ask] of Object.entries(asked(bo, document.id, folder.id)))
      expect([name, await refusalOf(ask())]).to.deep.equal([
        name,
        [
          404,
          name.includes('Folder') || name === 'listDocuments' ? 'folder.not_found' : 'document.not_found',
        ],
      ]);

    for (const search of ['', 'Smith'])
      for (const scope of ['workspace', 'mine', 'shared', 'signing', 'trash'] as const) {
        const found = await bo.documents.listDocuments({ scope, search });
        expect([scope, found.count, found.documents, found.folders]).to.deep.equal([scope, 0, [], []]);
      }
    const same = await uploadDocument(bo, will, { fileName: 'Same.pdf' });
    expect(same.duplicates).to.deep.equal([]);
    expect((await ann.documents.getDocument({ documentId: document.id })).document).to.deep.include({
      name: 'Will of Smith.pdf',
      status: 'active',
      version: document.version,
    });
  });
});
