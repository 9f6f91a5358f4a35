import { randomBytes } from 'node:crypto';
import { aStranger, enrolPasskey, repeating, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const registration = (displayName: string) => ({
  email: `${randomBytes(8).toString('hex')}@example.com`,
  password: 'correct horse battery staple',
  displayName,
});
const from = (address: string) => repeating(aStranger({ address }), 'one-key-for-all');

describe('idempotency keys on public endpoints', () => {
  it('PLT-3: a repeat from the same network gets the first answer', async () => {
    const { chancery } = await world();
    const wish = registration('Ada');

    const first = await chancery.identity.registerAccount(wish, from('2001:db8:5:1::1'));
    const again = await chancery.identity.registerAccount(wish, from('2001:db8:5:1:ffff::2'));

    expect(again).to.deep.equal(first);
  });

  it('PLT-3: the same key with another body is another request, never 422', async () => {
    const { chancery } = await world();

    const ada = await chancery.identity.registerAccount(registration('Ada'), from('203.0.113.80'));
    const bo = await chancery.identity.registerAccount(registration('Bo'), from('203.0.113.80'));

    expect(bo.user.displayName).to.equal('Bo');
    expect(bo.user.id).to.not.equal(ada.user.id);
  });

  it("PLT-3: nobody gets the answer of another network's caller", async () => {
    const { chancery } = await world();
    const wish = registration('Ada');

    const users = new Set<string>();
    for (const address of ['203.0.113.81', '203.0.113.82', '2001:db8:6:1::1', '2001:db8:6:2::1'])
      users.add((await chancery.identity.registerAccount(wish, from(address))).user.id);

    expect(users.size).to.equal(4);
  });

  it('PLT-3: nobody gets the answer of a signed-in person in the same network', async () => {
    const made = await world();
    const { chancery, owner, person } = made;
    const other = await person('member');
    const mine = await enrolPasskey(made, owner);
    const theirs = await enrolPasskey(made, other);
    const ask = async (credential: string | null) => {
      const caller = { ...from('203.0.113.83'), credential };
      const { options } = await chancery.identity.passkeyAssertionOptions({}, caller);
      return JSON.stringify(options);
    };

    const [first, second, nobody] = [
      await ask(owner.session.credential),
      await ask(other.session.credential),
      await ask(null),
    ];

    expect(first).to.include(mine.passkey.id);
    expect(second).to.include(theirs.passkey.id).and.not.to.include(mine.passkey.id);
    expect(nobody).not.to.include(mine.passkey.id);
  });
});
