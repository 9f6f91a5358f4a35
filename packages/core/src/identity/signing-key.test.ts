import { expect } from 'chai';
import { plusDays, plusSeconds } from '../kernel/time.ts';
import { keysDue, needsSuccessor, type SigningKeyLife, signingKeyStates } from './signing-key.ts';

const start = '2026-11-23T12:00:00.000Z';
const key = (over: Partial<SigningKeyLife>): SigningKeyLife => ({
  kid: 'a',
  status: 'active',
  publishedAt: start,
  activatedAt: start,
  retiredAt: null,
  removeAfter: null,
  ...over,
});

describe('signing keys', () => {
  it('go one way only: published, signing, retired', () => {
    expect(signingKeyStates.states).to.deep.equal(['next', 'active', 'retired']);
    expect(signingKeyStates.can('retired', 'activate')).to.equal(false);
    expect(() => signingKeyStates.next('next', 'retire')).to.throw();
  });

  it('ask for one successor, a day before the ninetieth or at once on request', () => {
    const keys = [key({})];

    expect(needsSuccessor(keys, plusSeconds(plusDays(start, 89), -1), false)).to.equal(false);
    expect(needsSuccessor(keys, plusDays(start, 89), false)).to.equal(true);
    expect(needsSuccessor(keys, start, true)).to.equal(true);
    expect(needsSuccessor([...keys, key({ kid: 'b', status: 'next' })], plusDays(start, 89), true)).to.equal(
      false,
    );
  });

  it('change to the successor no sooner than a day after it was published', () => {
    const keys = [key({}), key({ kid: 'b', status: 'next', activatedAt: null })];
    const early = plusSeconds(plusDays(start, 1), -1);
    const inTime = plusDays(start, 1);

    expect(keysDue(keys, early, 600)).to.deep.equal(keys);
    expect(keysDue(keys, inTime, 600)).to.deep.equal([
      key({ status: 'retired', retiredAt: inTime, removeAfter: plusSeconds(inTime, 900) }),
      key({ kid: 'b', activatedAt: inTime }),
    ]);
  });

  it('are deleted five minutes after the last token of a retired key has expired', () => {
    const retired = key({ kid: 'old', status: 'retired', removeAfter: plusSeconds(start, 900) });

    expect(keysDue([key({}), retired], plusSeconds(start, 899), 600)).to.deep.equal([key({}), retired]);
    expect(keysDue([key({}), retired], plusSeconds(start, 900), 600)).to.deep.equal([key({})]);
  });
});
