import { expect } from 'chai';
import type { Logger } from 'pino';
import { warnOfShortPasswords } from './short-passwords.ts';

describe('warnOfShortPasswords', () => {
  it('PWD-1: warns below fifteen characters, and not of fifteen or more', () => {
    const warned: object[] = [];
    const log = { warn: (about: object) => void warned.push(about) } as Pick<Logger, 'warn'>;

    for (const length of [8, 14, 15, 64]) warnOfShortPasswords(length, log);

    expect(warned).to.deep.equal([{ characters: 8 }, { characters: 14 }]);
  });
});
