import { failureOf, faultsOf, lifecycleOffice, type Person } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function watched() {
  const here = await lifecycleOffice();
  const { owner, lifecycle, upload, put, confirm } = here;
  const { id: documentId } = await upload({ name: 'Lease' });
  await put(documentId, { statedExpiresOn: '2027-06-30' });
  await confirm(documentId, '2027-06-30');
  const eventsOf = (input: object = {}, as: Person = owner) =>
    lifecycle.listDocumentEvents({ documentId, ...input }, as.session);
  const typesOf = async (input: object = {}) => (await eventsOf(input)).events.map(({ type }) => type);
  return { ...here, documentId, eventsOf, typesOf };
}

describe('what has happened to a document', () => {
  it('comes with who did it and to what, the newest first', async () => {
    const { documentId, eventsOf, owner } = await watched();

    const { events, count, nextCursor } = await eventsOf();

    expect(events.map(({ type }) => type)).to.deep.equal([
      'lifecycle.confirmed',
      'lifecycle.configured',
      'document.created',
    ]);
    const [confirmed] = events;
    expect(confirmed).to.deep.equal({
      id: confirmed?.id,
      type: 'lifecycle.confirmed',
      at: '2026-11-23T12:00:00.000Z',
      actor: { kind: 'user', id: owner.id, displayName: owner.displayName },
      target: { kind: 'document', id: documentId },
      data: confirmed?.data,
      auditSeq: confirmed?.auditSeq,
    });
    expect(confirmed?.data).to.include({ expiresOn: '2027-06-30' });
    expect({ count, nextCursor }).to.deep.equal({ count: 3, nextCursor: null });
  });

  it('is found by group, by name and by time', async () => {
    const { documentId, typesOf, lifecycle, documents, owner, clock, policy } = await watched();
    clock.advance({ hours: 1 });
    await documents.createDocumentShare({ documentId }, owner.session);
    const { id: policyId } = await policy();
    await lifecycle.assignExpirationPolicy(
      { policyId, scope: 'document', targetId: documentId },
      owner.session,
    );

    expect(await typesOf({ group: 'sharing' })).to.deep.equal(['share.created']);
    expect(await typesOf({ group: 'signing' })).to.deep.equal([]);
    expect(await typesOf({ group: 'library' })).to.deep.equal(['document.created']);
    expect(await typesOf({ group: 'lifecycle' })).to.deep.equal([
      'expiration_policy.assigned',
      'lifecycle.confirmed',
      'lifecycle.configured',
    ]);
    expect(await typesOf({ types: 'share.created, lifecycle.configured' })).to.deep.equal([
      'share.created',
      'lifecycle.configured',
    ]);
    expect(await typesOf({ to: '2026-11-23T12:00:00.001Z', group: 'lifecycle' })).to.have.length(2);
    expect(await typesOf({ from: '2026-11-23T13:00:00.000Z' })).to.have.length(2);
    expect(await faultsOf(typesOf({ types: 'no event' }))).to.deep.equal(['/types field.invalid']);
  });

  it('is walked through page by page, without a gap', async () => {
    const { eventsOf } = await watched();
    const all = (await eventsOf()).events;

    const first = await eventsOf({ limit: 2 });
    const second = await eventsOf({ limit: 2, cursor: first.nextCursor });

    expect([...first.events, ...second.events]).to.deep.equal(all);
    expect(second.nextCursor).to.equal(null);
  });

  it('holds neither the name of a matter nor the reason of a hold', async () => {
    const { documentId, eventsOf, lifecycle, owner, bo } = await watched();
    const hold = { documentId, matter: 'Byron v. Babbage', reason: 'Notice received' };
    await lifecycle.placeLegalHold(hold, owner.session);

    const seen = await eventsOf({}, bo);

    expect(seen.events[0]?.type).to.equal('document_hold.placed');
    expect(JSON.stringify(seen)).to.not.match(/Byron|Notice received/);
  });

  it('LIF-24: of a restricted document it is for nobody else, and for guests of what they were given', async () => {
    const { upload, eventsOf, bo, person, documents, owner } = await watched();
    const guest = await person('guest', 'Gus');
    const { id: documentId } = await upload({ visibility: 'restricted' });

    expect(await failureOf(eventsOf({ documentId }, bo))).to.equal('document.not_found');
    expect(await failureOf(eventsOf({ documentId }, guest))).to.equal('document.not_found');

    const accessList = [{ userId: guest.id, level: 'view' as const }];
    await documents.updateDocument({ documentId, accessList }, owner.session);
    expect((await eventsOf({ documentId }, guest)).count).to.equal(2);
  });
});
