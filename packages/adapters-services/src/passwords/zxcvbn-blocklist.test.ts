import { spawnSync } from 'node:child_process';
import { growth, leastAttempt } from '@chancery/core/testing';
import { expect } from 'chai';
import { ZxcvbnBlocklist } from './zxcvbn-blocklist.ts';

describe('ZxcvbnBlocklist', () => {
  const blocklist = new ZxcvbnBlocklist();
  const context = ['Ada.Lovelace@example.org', 'Ada Lovelace', 'Engine Works'];

  // The vectors of platform section 15 come first.
  for (const password of [
    'aaaaaaaaaaaaaaaa',
    'qwertyuiopasdfgh',
    '123456789012345',
    'Summer2024Summer2024',
    'password1234567',
    'abcdefghijklmnopqrs',
    'Zx7!kQ2#Zx7!kQ2#Zx7!kQ2#',
    '1QAZ2WSX3edc4RFV',
    '01.02.200301.02.2003',
  ]) {
    it(`PWD-3: blocks ${password}`, () =>
      expect(blocklist.check(password, [])).to.equal('password.blocklisted'));
  }

  for (const password of [
    'correct horse battery staple',
    'my dog eats 3 apples',
    'Ada Lovelace liebt Maschinen',
    'chancery of the seven hills',
    '04.05.2019 kr!9vQz7W',
    'パスワードはとても長いですよね',
  ]) {
    it(`PWD-3: accepts ${password}`, () => expect(blocklist.check(password, context)).to.equal(null));
  }

  for (const password of [
    'ada.lovelace@EXAMPLE.org',
    'Ada.LovelaceAda.Lovelace',
    'ada lovelaceada lovelace',
    'engine worksENGINE WORKS',
    'ChanceryChancery',
  ]) {
    it(`PWD-3: blocks ${password} as a word of its context`, () =>
      expect(blocklist.check(password, context)).to.equal('password.context_word'));
  }

  for (const password of [
    'adalovelace12345',
    'lovelaceada12345',
    'Lovelace12345678',
    'alovelace1234567',
    'engineworks12345',
    'chancery12345678',
  ]) {
    it(`PWD-3: blocks ${password}, which is made of the names and the address of Ada Lovelace`, () => {
      expect(blocklist.check(password, context)).to.equal('password.blocklisted');
    });
  }

  for (const [password, verdict] of [
    ['correct horse battery staple correct donkey', null],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'password.blocklisted'],
    [`${'1'.repeat(60)}${'a'.repeat(60)}`, 'password.blocklisted'],
    [`${'1'.repeat(60)} my dog eats 3 apples`, null],
    ['Kx7!kQ2#pL9vWz4mKx7!kQ2#pL9vWz4m', 'password.blocklisted'],
  ] as const)
    it(`PWD-3: judges ${password} by its ends`, () => {
      expect(blocklist.check(password, context)).to.equal(verdict);
    });

  it('PWD-3: refuses for a person only what is made of her own names', () => {
    expect(blocklist.check('grace hopper 09121906', context)).to.equal(null);
    expect(blocklist.check('grace hopper 1906', ['Grace Hopper'])).to.equal('password.blocklisted');
  });

  it('PLT-28: judging a password of the greatest length takes no longer than judging its ends', async () => {
    const make = (unit: string) => (size: number) => unit.repeat(size).slice(0, size);
    for (const unit of [
      'a',
      'ab',
      '1',
      'qwerty',
      '4@$',
      'password',
      'adalovelace',
      '2026',
      '01.02.',
      'i\u0301',
      'zxcvbn123',
    ]) {
      const least = await leastAttempt(async () => {
        const readings = await growth((password: string) => blocklist.check(password, context), make(unit), {
          from: 16,
          doublings: 3,
        });
        return readings.at(-1)?.milliseconds ?? Number.POSITIVE_INFINITY;
      }, 100);

      expect(least, unit).to.be.below(100);
    }
  });

  it('PWD-3: compares context in NFC and ignores empty words', () => {
    expect(
      blocklist.check('Jürgen MüllerJürgen Müller'.normalize('NFD'), ['Jürgen Müller'.normalize('NFC')]),
    ).to.equal('password.context_word');
    expect(blocklist.check('correct horse battery staple', ['', '  ', '@'])).to.equal(null);
  });

  it('PWD-3: checks the list of the operator', () => {
    const asked: string[] = [];
    const breached = new ZxcvbnBlocklist((password) => asked.push(password) > 0);

    expect(breached.check('correct horse battery staplé'.normalize('NFD'), [])).to.equal(
      'password.blocklisted',
    );
    expect(asked).to.deep.equal(['correct horse battery staplé'.normalize('NFC')]);
  });

  it('reads the dictionaries at the first check, not at start', () => {
    const program = `
      const { ZxcvbnBlocklist } = await import(${JSON.stringify(new URL('./zxcvbn-blocklist.ts', import.meta.url).href)});
      const { createRequire } = await import('node:module');
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('zxcvbn-ts'));
      const blocklist = new ZxcvbnBlocklist();
      const before = loaded();
      blocklist.load();
      console.log(before, loaded());`;
    const args = [
      ...['--conditions=@chancery/source', '--import', 'tsx'],
      ...['--input-type=module', '--eval', program],
    ];

    expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).to.equal('false true\n');
  });
});
