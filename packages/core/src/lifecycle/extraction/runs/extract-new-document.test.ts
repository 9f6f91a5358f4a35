import { lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function office() {
  const here = await lifecycleOffice();
  const { lifecycle, owner, ports } = here;
  const { types } = await lifecycle.listDocumentTypes({}, owner.session);
  const typeOf = (key: string) => types.find((type) => type.key === key)?.id ?? '';
  ports.textExtractor.says(['Expiration date: 02/28/2027']);
  const runsOf = async (documentId: string) =>
    (await lifecycle.listDocumentEvidence({ documentId }, owner.session)).extractions.map(
      ({ kinds, requestedByUserId, status }) => ({ kinds: [...kinds].sort(), requestedByUserId, status }),
    );
  return { ...here, typeOf, runsOf };
}
const byItself = { kinds: ['dates', 'identifiers'], requestedByUserId: null, status: 'completed' };

describe('extractNewDocument', () => {
  it('EXT-8: reads a new document once whose type expects a date, by itself', async () => {
    const { upload, typeOf, runsOf, worker, documents, owner } = await office();
    const { id } = await upload({ documentTypeId: typeOf('lease') });
    await worker.drain();
    await documents.updateDocument({ documentId: id, documentTypeId: typeOf('permit') }, owner.session);
    await worker.drain();

    expect(await runsOf(id)).to.deep.equal([byItself]);
  });

  it('EXT-8: reads it when it is given such a type later, and looks for the zone of an identity document', async () => {
    const { upload, typeOf, runsOf, worker, put, documents, owner } = await office();
    const [lease, passport] = [await upload(), await upload()];
    await put(lease.id, { typeId: typeOf('lease') });
    await documents.updateDocument(
      { documentId: passport.id, documentTypeId: typeOf('passport') },
      owner.session,
    );
    await worker.drain();

    expect(await runsOf(lease.id)).to.deep.equal([byItself]);
    expect(await runsOf(passport.id)).to.deep.equal([
      { ...byItself, kinds: ['dates', 'identifiers', 'mrz'] },
    ]);
  });

  it('EXT-8: reads no restricted one, none without such a type, and none where the settings say no', async () => {
    const { upload, typeOf, runsOf, worker, lifecycle, owner } = await office();
    const { type } = await lifecycle.createDocumentType(
      { name: 'Note', expirationExpected: false },
      owner.session,
    );
    const some = [
      await upload(),
      await upload({ documentTypeId: type.id }),
      await upload({ documentTypeId: typeOf('lease'), visibility: 'restricted' }),
    ];
    await lifecycle.updateLifecycleSettings({ autoExtract: false }, owner.session);
    some.push(await upload({ documentTypeId: typeOf('lease') }));
    await worker.drain();

    for (const { id } of some) expect(await runsOf(id)).to.deep.equal([]);
  });
});
