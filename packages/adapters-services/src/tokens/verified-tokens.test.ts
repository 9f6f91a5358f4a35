import type { AccessClaims } from '@chancery/core';
import { expect } from 'chai';
import { VerifiedTokens } from './verified-tokens.ts';

const claims = (jti: string): AccessClaims => ({
  sub: 'usr_1',
  sid: 's',
  wid: null,
  jti,
  iat: 0,
  exp: 600,
  auth_time: 0,
  amr: ['pwd'],
});

describe('VerifiedTokens', () => {
  it('PLT-28: forgets what was used least recently, and never holds more than its limit', () => {
    const tokens = new VerifiedTokens(2);
    tokens.add('a', claims('a'));
    tokens.add('b', claims('b'));
    tokens.get('a');
    tokens.add('c', claims('c'));

    expect(['a', 'b', 'c'].map((token) => tokens.get(token)?.jti)).to.deep.equal(['a', undefined, 'c']);
    expect(tokens.size).to.equal(2);
  });

  it('forgets one token, or all', () => {
    const tokens = new VerifiedTokens(3);
    for (const token of ['a', 'b', 'c']) tokens.add(token, claims(token));
    tokens.delete('a');
    expect(tokens.get('a')).to.equal(undefined);

    tokens.clear();
    expect(tokens.size).to.equal(0);
  });
});
