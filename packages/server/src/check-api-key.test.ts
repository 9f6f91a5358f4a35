import { systemRandom } from '@chancery/core';
import { newApiKeySecret } from '@chancery/core/internal';
import { expect } from 'chai';
import { checkApiKey } from './check-api-key.ts';

describe('checkApiKey', () => {
  const written: string[] = [];
  const { stdout, stderr } = process;
  const own = [stdout.write, stderr.write] as const;
  function check(text: string): number {
    written.length = 0;
    stdout.write = ((line: string) => written.push(line) > 0) as typeof stdout.write;
    stderr.write = ((line: string) => written.push(line) > 0) as typeof stderr.write;
    try {
      return checkApiKey(text);
    } finally {
      [stdout.write, stderr.write] = own;
    }
  }

  it('knows a key by form and checksum, and never repeats its secret', () => {
    const { secret, keyPrefix } = newApiKeySecret(systemRandom);
    const slip = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`;

    expect(check(secret)).to.equal(0);
    expect(written.join('')).to.include(keyPrefix).and.not.include(secret);
    expect(check(slip)).to.equal(1);
    expect(written.join('')).to.not.include(slip);
    expect(check('a password')).to.equal(2);
  });
});
