import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const longSessions = { settings: { accessTokenSeconds: 25 * 86_400 } };

describe('notifyApiKeyExpiry', () => {
  const arrange = async () => {
    const made = await world(longSessions);
    const { ports, owner, worker } = made;
    const key = async (name: string, expiresAt: string | null) =>
      (
        await made.chancery.integrations.createApiKey(
          { name, scopes: ['members.read'], expiresAt },
          owner.session,
        )
      ).apiKey;
    /** The mails to owners since the last call. */
    const notices = async () => {
      await worker.run('api_key.expiry_notice');
      return ports.mail.sent
        .splice(0)
        .filter(({ text }) => text.includes('Applications that use this key'))
        .map(({ to, subject }) => `${to.address} ${subject}`);
    };
    return { ...made, key, notices };
  };

  it('notifies every owner 7 days and 1 day ahead, once each, and about no key without a near end', async () => {
    const { key, notices, owner, person, clock } = await arrange();
    const other = await person('owner', 'Grace');
    await person('admin');
    await key('Near', '2026-12-01T12:00:00.000Z');
    await key('Far', '2027-11-01T12:00:00.000Z');
    await key('Endless', null);
    const both = [owner, other].map(({ email }) => `${email} API key “Near” of Ada's workspace ends soon`);

    expect(await notices()).to.deep.equal([]);
    clock.advance({ days: 1 });
    expect(await notices()).to.have.members(both);
    expect(await notices()).to.deep.equal([]);
    clock.advance({ days: 5, hours: 23 });
    expect(await notices()).to.deep.equal([]);
    clock.advance({ hours: 1 });
    expect(await notices()).to.have.members(both);
    expect(await notices()).to.deep.equal([]);
  });

  it('notifies once about a key that ends within a day anyway, and again if the end was moved', async () => {
    const { chancery, key, notices, owner, clock } = await arrange();
    const { id } = await key('Short', '2026-11-24T00:00:00.000Z');

    expect((await notices()).length).to.equal(1);
    expect((await notices()).length).to.equal(0);
    await chancery.integrations.updateApiKey(
      { apiKeyId: id, expiresAt: '2026-11-28T12:00:00.000Z' },
      owner.session,
    );
    expect((await notices()).length).to.equal(1);
    clock.advance({ days: 4, hours: 1 });
    expect((await notices()).length).to.equal(1);
  });

  it('notifies nobody about a key that was revoked or has ended', async () => {
    const { chancery, key, notices, owner, clock } = await arrange();
    const { id } = await key('Revoked', '2026-11-28T12:00:00.000Z');
    await key('Ended', '2026-11-23T14:00:00.000Z');
    await chancery.integrations.revokeApiKey({ apiKeyId: id }, owner.session);
    clock.advance({ hours: 3 });

    expect(await notices()).to.deep.equal([]);
  });

  it('sends no late mail for an end that was moved in the meantime', async () => {
    const { chancery, key, notices, owner, ports, worker, clock } = await arrange();
    const { id } = await key('Moved', '2026-11-28T12:00:00.000Z');
    ports.mail.failure = new Error('the mailer is away');
    await notices();
    await chancery.integrations.updateApiKey({ apiKeyId: id, expiresAt: null }, owner.session);
    ports.mail.failure = null;
    clock.advance({ minutes: 2 });
    await worker.drain();

    expect(ports.mail.sent.filter(({ subject }) => subject.includes('Moved'))).to.deep.equal([]);
  });
});
