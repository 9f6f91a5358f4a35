import { randomBytes } from 'node:crypto';
import { aStranger, claimant, failureOf, world } from '@chancery/adapters-persistence/testing';
import { Argon2PasswordHasher } from '@chancery/adapters-services';
import type { PasswordHasher } from '@chancery/core';
import { expect } from 'chai';

const pepper = { kid: 'test', key: randomBytes(32) };
const password = 'correct horse battery staple';
const somewhere = () =>
  aStranger({ address: `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1` });
const anybody = () => `anybody.${randomBytes(6).toString('hex')}@example.com`;

/** The real hasher; it notes what each hashing costs, and how many run at once. */
class NotedHasher implements PasswordHasher {
  readonly #real = new Argon2PasswordHasher({ peppers: () => [pepper] });
  readonly costs: string[] = [];
  mostAtOnce = 0;
  #running = 0;

  async #noted<T>(cost: string, work: Promise<T>): Promise<T> {
    this.costs.push(cost);
    this.#running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#running);
    return work.finally(() => {
      this.#running -= 1;
    });
  }
  hash(given: string) {
    return this.#noted('a new hash', this.#real.hash(given));
  }
  verify(given: string, phc: string) {
    return this.#noted(phc.split('$').slice(1, 4).join('$'), this.#real.verify(given, phc));
  }
  needsRehash(phc: string) {
    return this.#real.needsRehash(phc);
  }
}

describe('what a sign-in costs', () => {
  it('AUT-4: every sign-in hashes exactly twice at full cost, one after the other, whoever owns or claims the address and whatever the password', async () => {
    const passwords = new NotedHasher();
    const here = await world({ ports: { passwords } });
    const { chancery, owner } = here;
    const claimed = await claimant(here);
    await claimant(here, owner.email, { password: 'quite another long password' });
    const signIn = (email: string, given: string) =>
      failureOf(chancery.identity.login({ email, password: given }, somewhere()));
    // The hash that belongs to no password is made once, at the first sign-in.
    await signIn(anybody(), password);

    const costs = [];
    for (const [email, given] of [
      [owner.email, password],
      [owner.email, 'wrong horse battery staple'],
      [owner.email, 'quite another long password'],
      [claimed.email, password],
      [claimed.email, 'wrong horse battery staple'],
      [anybody(), password],
    ] as const) {
      passwords.costs.length = 0;
      passwords.mostAtOnce = 0;
      await signIn(email, given);
      costs.push([...passwords.costs, passwords.mostAtOnce]);
    }

    const full = 'argon2id$v=19$m=19456,t=2,p=1,keyid=dGVzdA';
    expect(costs).to.deep.equal(Array(6).fill([full, full, 1]));
  });
});
