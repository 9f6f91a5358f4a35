import { failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { cursorOf } from '../kernel/pages.ts';

describe('listApiKeys', () => {
  it('lists active keys newest first, page by page, and the others by status', async () => {
    const { chancery, owner, apiKey, clock } = await world();
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      ids.unshift((await apiKey()).id);
      if (number % 2 === 0) clock.advance({ seconds: 1 });
    }
    const [newest = ''] = ids;
    await chancery.integrations.revokeApiKey({ apiKeyId: newest }, owner.session);

    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await chancery.integrations.listApiKeys(
        { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
        owner.session,
      );
      expect(page.count).to.equal(page.apiKeys.length).and.be.at.most(2);
      seen.push(...page.apiKeys.map(({ id }) => id));
      cursor = page.nextCursor;
    }

    expect(seen).to.deep.equal(ids.slice(1));
    const revoked = await chancery.integrations.listApiKeys({ status: 'revoked' }, owner.session);
    expect(revoked.apiKeys.map(({ id, secrets }) => [id, secrets])).to.deep.equal([[newest, []]]);
    expect((await chancery.integrations.listApiKeys({ status: 'expired' }, owner.session)).count).to.equal(0);
  });

  it('KEY-8: owners and admins list, show and revoke; only owners create, change and rotate; a secret is never shown again', async () => {
    const { chancery, owner, person, apiKey } = await world();
    const { id, secret } = await apiKey();
    const { integrations } = chancery;
    const endpoints = {
      list: (session: typeof owner.session) => integrations.listApiKeys({}, session),
      show: (session: typeof owner.session) => integrations.getApiKey({ apiKeyId: id }, session),
      create: (session: typeof owner.session) =>
        integrations.createApiKey({ name: 'x', scopes: ['members.read'] }, session),
      change: (session: typeof owner.session) =>
        integrations.updateApiKey({ apiKeyId: id, name: 'y' }, session),
      rotate: (session: typeof owner.session) => integrations.rotateApiKey({ apiKeyId: id }, session),
      revoke: (session: typeof owner.session) => integrations.revokeApiKey({ apiKeyId: id }, session),
    };
    const admin = await person('admin');
    const allowed: Record<string, string[]> = {};
    for (const who of [owner, admin, await person('member'), await person('guest')]) {
      allowed[who.displayName] = [];
      for (const [endpoint, call] of Object.entries(endpoints)) {
        if (endpoint === 'revoke' && who === owner) continue;
        if ((await failureOf(call(who.session))) === 'none') allowed[who.displayName]?.push(endpoint);
      }
    }

    expect(allowed).to.deep.equal({
      Ada: ['list', 'show', 'create', 'change', 'rotate'],
      Admin: ['list', 'show', 'revoke'],
      Member: [],
      Guest: [],
    });
    const answers = [
      await endpoints.list(owner.session),
      await endpoints.show(owner.session),
      await integrations.listApiKeys({ status: 'revoked' }, owner.session),
    ];
    expect(JSON.stringify(answers))
      .to.not.include(secret)
      .and.not.match(/secretHash|chan_live_[0-9a-f]{8}_/);
  });

  it('refuses the cursor of another list as a fault of the caller', async () => {
    const { chancery, owner } = await world();
    for (const key of [
      ['Ada', 'usr_1'],
      ['2026-11-23T12:00:00.000Z'],
      ['2026-11-23T12:00:00.000Z', "'; drop table api_keys"],
    ]) {
      const list = chancery.integrations.listApiKeys(
        { cursor: cursorOf({ name: 'listApiKeys', input: { status: 'active' } }, key) },
        owner.session,
      );
      expect(await faultsOf(list), JSON.stringify(key)).to.deep.equal(['/cursor cursor.invalid']);
    }
  });

  it('shows nothing of another workspace', async () => {
    const { chancery, stranger, apiKey } = await world();
    const { id } = await apiKey();
    const other = await stranger();

    expect((await chancery.integrations.listApiKeys({}, other.session)).apiKeys).to.deep.equal([]);
    expect(await failureOf(chancery.integrations.getApiKey({ apiKeyId: id }, other.session))).to.equal(
      'api_key.not_found',
    );
  });
});
