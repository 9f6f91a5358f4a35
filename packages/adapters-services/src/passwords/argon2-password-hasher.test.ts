import { isFailure } from '@chancery/core';
import { base64urlOf, hmacSha256 } from '@chancery/core/internal';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { expect } from 'chai';
import { Argon2PasswordHasher, type Pepper } from './argon2-password-hasher.ts';

const pepper = { kid: 'p1', key: new Uint8Array(32).fill(7) };
const newPepper = { kid: 'p2', key: new Uint8Array(32).fill(8) };
const password = 'correct horse battery staple';

describe('Argon2PasswordHasher', () => {
  const hasher = new Argon2PasswordHasher({ peppers: () => [pepper] });

  it('PWD-4: stores Argon2id v=19 m=19456 t=2 p=1 with a salt of 16 bytes and the id of the pepper', async () => {
    const [one, two] = await Promise.all([hasher.hash(password), hasher.hash(password)]);

    expect(one).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=cDE\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(parseOptions(one)).to.deep.include({ saltLen: 16, outputLen: 32 });
    expect(one).to.not.equal(two);
    expect(await hasher.verify(password, one)).to.equal(true);
    expect(await hasher.verify(`${password} `, one)).to.equal(false);
  });

  it('PWD-4: hashes HMAC-SHA-256(pepper, password), so the database alone is useless to a thief', async () => {
    const phc = await hasher.hash(password);

    expect(await verify(phc, base64urlOf(hmacSha256(pepper.key, password)))).to.equal(true);
    expect(await verify(phc, password)).to.equal(false);
  });

  it('PWD-2: accepts the same password typed as NFC and as NFD', async () => {
    const phc = await hasher.hash('Schlüssel für das Büro'.normalize('NFC'));

    expect(await hasher.verify('Schlüssel für das Büro'.normalize('NFD'), phc)).to.equal(true);
  });

  it('PWD-4: asks for a new hash if parameters are weaker or the pepper is older', async () => {
    const phc = await hasher.hash(password);
    const weak = `${await hash(password, { memoryCost: 8192 })}`.replace('p=1$', 'p=1,keyid=cDE$');
    const stronger = new Argon2PasswordHasher({ peppers: () => [pepper], passes: 3 });
    const rotated = new Argon2PasswordHasher({ peppers: () => [newPepper, pepper] });

    expect(hasher.needsRehash(phc)).to.equal(false);
    expect(hasher.needsRehash(weak)).to.equal(true);
    expect(hasher.needsRehash(await stronger.hash(password))).to.equal(false);
    expect(stronger.needsRehash(phc)).to.equal(true);
    expect(rotated.needsRehash(phc)).to.equal(true);
    expect(await rotated.verify(password, phc)).to.equal(true);
    expect(rotated.needsRehash(await rotated.hash(password))).to.equal(false);
  });

  it('throws for a hash whose pepper is not configured, instead of calling the password wrong', async () => {
    const phc = await new Argon2PasswordHasher({ peppers: () => [newPepper] }).hash(password);

    expect(await hasher.verify(password, phc).catch((error: unknown) => error)).to.be.instanceOf(Error);
  });

  for (const weaker of [{ memoryKibibytes: 19_455 }, { passes: 1 }, { lanes: 0 }]) {
    it(`PWD-4: refuses settings below the floor: ${JSON.stringify(weaker)}`, () => {
      expect(() => new Argon2PasswordHasher({ peppers: () => [pepper], ...weaker })).to.throw('m=19456');
    });
  }

  it('refuses to work without a pepper of full length', async () => {
    const refusal = (peppers: readonly Pepper[]) =>
      new Argon2PasswordHasher({ peppers: () => peppers }).hash(password).catch(String);

    expect(await refusal([])).to.include('pepper');
    expect(await refusal([{ kid: 'p1', key: new Uint8Array(31) }])).to.include('pepper');
  });

  it('PWD-5: runs as many hashings as configured, lets 64 wait and answers the others with 429', async () => {
    const narrow = new Argon2PasswordHasher({ peppers: () => [pepper], concurrency: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 70 }, () => narrow.hash(password)));

    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).to.have.length(4);
    expect(refusals.every((error) => isFailure(error) && error.code === 'rate_limited')).to.equal(true);
  });
});
