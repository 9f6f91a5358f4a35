import { aPdf } from '@chancery/core/testing';
import type { Chancery } from '@chancery/sdk';
import { type Operation, operations } from '@chancery/sdk/operations';
import { uploadDocument } from '@chancery/sdk/upload-document';
import { expect } from 'chai';
import { type Installation, openInstallation, refusalOf } from './testing/installation.ts';
import { openSigningStory } from './testing/signing-story.ts';

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

describe('documents 12, walk-through 9: two practices on one server', () => {
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

/** What is given to an endpoint, beside what names things: its own example. */
function exampleOf({ example, fields }: Operation): Record<string, unknown> {
  const required = fields.filter(({ required: isRequired, in: place }) => isRequired && place !== 'path');
  // What is no text is written in the terminal as JSON.
  const typed = Object.entries(example ?? {}).map(([name, value]) => {
    const isText = fields.find((field) => field.name === name)?.type === 'string';
    return [name, typeof value === 'string' && !isText ? JSON.parse(value) : value];
  });
  return {
    ...Object.fromEntries(required.map((field) => [field.name, field.example])),
    ...Object.fromEntries(typed),
  };
}

describe('documents 12, walk-through 9: what one practice has sent, the other cannot touch', () => {
  it('every endpoint of a document says that there is none, and nothing of it is found, counted or verified by its id', async () => {
    const story = await openSigningStory();
    try {
      const { ada, anybody, installation } = story;
      const bo = await story.people.registerVerified('bo@example.com', 'Bo');
      const documentId = await story.sent({ signers: [{ name: 'Ann Example', email: 'ann@example.org' }] });
      const { share } = await ada.documents.createDocumentShare({ documentId });
      const before = await story.read(documentId);
      const things = { documentId, signerId: before.signers[0]?.id ?? '', shareId: share.id };
      const mails = (await installation.mails()).length;

      const aboutDocuments = operations.filter(
        ({ path, credentials }) => path.includes('{documentId}') && credentials.includes('bearer'),
      );
      expect(aboutDocuments.length).to.be.at.least(17);
      for (const operation of aboutDocuments) {
        const named = Object.entries(things).filter(([name]) => operation.path.includes(`{${name}}`));
        const input = { ...exampleOf(operation), ...Object.fromEntries(named) };
        const refusal = await refusalOf(bo.call(operation.route, input));
        expect([operation.route, ...refusal]).to.deep.equal([operation.route, 404, 'document.not_found']);
      }

      for (const scope of ['workspace', 'mine', 'shared', 'signing', 'trash'] as const)
        expect((await bo.documents.listDocuments({ scope, search: 'Rental' })).count, scope).to.equal(0);
      const originalSha256 = before.document.sha256;
      for (const sha256 of [documentId, originalSha256])
        expect(await refusalOf(anybody.signing.verifyDocument({ sha256 }))).to.deep.equal([
          404,
          'verification.not_found',
        ]);
      expect(await story.read(documentId)).to.deep.equal(before);
      expect((await installation.mails()).length).to.equal(mails);
    } finally {
      await story.close();
    }
  });
});
