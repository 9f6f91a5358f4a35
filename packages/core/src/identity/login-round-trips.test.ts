import { aStranger, packetsOf, roundTripsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('round trips of a sign-in', () => {
  const signIn = async () => {
    const { chancery, owner, database } = await world();
    const given = { email: owner.email, password: 'correct horse battery staple' };
    return { database, ask: () => chancery.identity.login(given, aStranger()) };
  };

  it('are ten, beside the commits', async () => {
    const { database, ask } = await signIn();

    expect(await roundTripsOf(database, ask)).to.deep.equal({ roundTrips: 10, statements: 25 });
  });

  it('wait for the disk twice: once the try is counted, and once the session is there', async () => {
    const { database, ask } = await signIn();
    const texts = (await packetsOf(database, ask)).flat().map(({ text }) => text);

    expect(texts.filter((text) => /^(begin|commit)/.test(text))).to.deep.equal([
      'begin',
      'commit',
      'begin',
      'commit',
    ]);
    const counted = texts.findIndex((text) => text.includes('insert into password_attempts'));
    expect(counted).to.be.below(texts.indexOf('commit')).and.above(0);
  });
});
