import { endingOf, failureOf, fileRequestWorld, theClient } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { isAccepted } from '../uploads/accepted-types.ts';
import { itemTypes } from './request-item.ts';

describe('items of a request that was sent', () => {
  it('CFR-16: keep their ids; one that files came for can neither go nor take less, and may take more', async () => {
    const { requests, owner, sent, sendIn, read } = await fileRequestWorld();
    const { request, token } = await sent();
    await sendIn(token);
    const [passport, payslips] = request.items;
    const { status: _, uploads: __, ...kept } = passport ?? { status: 'open', uploads: [] };
    const change = (items: readonly object[]) =>
      requests.updateFileRequest({ requestId: request.id, items: items as never }, owner.session);
    const id = passport?.id ?? '';

    for (const narrower of [
      [{ name: 'Contract' }],
      [{ ...kept, maxFiles: 1 }],
      [{ ...kept, acceptedTypes: ['pdf'] }],
      [{ ...kept, maxFileSizeBytes: 1000 }],
    ])
      expect(await failureOf(change(narrower))).to.equal('file_request.item_in_use');
    await change([{ ...kept, name: 'Passport or card', acceptedTypes: [], maxFiles: 3 }]);

    const after = (await read(request.id)).items;
    expect(after.map((item) => [item.id, item.name, item.uploads.length])).to.deep.equal([
      [id, 'Passport or card', 1],
    ]);
    expect(after.some((item) => item.id === payslips?.id)).to.equal(false);
  });

  it('CFR-16: a new required item moves a submitted request back, and the client is mailed a fresh link', async () => {
    const { requests, owner, sent, sendIn, worker, subjectsTo, open, tokenOf, read } =
      await fileRequestWorld();
    const { request, token } = await sent();
    await sendIn(token);
    const items = request.items.map(({ status: _, uploads: __, ...item }) => item);

    const changed = await requests.updateFileRequest(
      { requestId: request.id, items: [...items, { name: 'Contract' }] },
      owner.session,
    );
    await worker.drain();

    expect(changed.request).to.deep.include({
      status: 'in_progress',
      submittedAt: null,
      progress: { required: 2, received: 1, accepted: 0 },
    });
    expect((await read(request.id)).nextReminderAt).to.not.equal(null);
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['More is asked for: Tax return']);
    expect(await endingOf(open(token))).to.equal('link.gone superseded');
    const fresh = tokenOf(theClient.clientEmail);
    expect((await sendIn(fresh, 'Contract')).requestStatus).to.equal('submitted');
  });

  it('CFR-16: its words may be others, an empty message is none, and the link stays as it is', async () => {
    const { requests, owner, sent, open } = await fileRequestWorld();
    const { request, token } = await sent();
    const messageAfter = async (change: { title?: string; message?: string }) => {
      await requests.updateFileRequest({ requestId: request.id, ...change }, owner.session);
      return (await open(token)).request.message;
    };

    expect(await messageAfter({ message: 'All pages, please' })).to.equal('All pages, please');
    expect(await messageAfter({ title: 'Tax return of 2026' })).to.equal('All pages, please');
    expect(await messageAfter({ message: '' })).to.equal(null);
  });

  it('the kinds of files together are the types of documents, each once', () => {
    const types = Object.values(itemTypes).flat();

    expect(new Set(types).size).to.equal(types.length);
    expect(types.filter((type) => !isAccepted('document', type))).to.deep.equal([]);
    expect(types).to.have.length(14);
  });
});
