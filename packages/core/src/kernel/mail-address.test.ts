import { expect } from 'chai';
import { addressInUri, foldEmail, isMailAddress, mailtoOf, spellingsOf } from './mail-address.ts';

describe('isMailAddress', () => {
  it('takes addresses of any script, in their domain and before it', () => {
    const taken = [
      'ada@example.org',
      'ada@büro.example',
      'ada@xn--bro-hoa.example',
      'jörg@büro.example',
      'почта@пример.рф',
      'user@xn--e1afmkfd.xn--p1ai',
      '用户@例子.广告',
      'उपयोगकर्ता@उदाहरण.कॉम',
    ];

    expect(taken.filter((address) => !isMailAddress(address))).to.deep.equal([]);
  });

  it('refuses what is no single address, or could hide in one', () => {
    const refused = [
      '',
      'ada',
      '@büro.example',
      'jörg@',
      'jörg@büro',
      'jörg.@büro.example',
      'jö..rg@büro.example',
      '.jörg@büro.example',
      'jö rg@büro.example',
      'jörg@bü ro.example',
      'jörg@büro.example/path',
      'jörg@user@büro.example',
      'jörg@büro.example:25',
      'jö\u202erg@büro.example',
      'jö\u200brg@büro.example',
      'jörg@-büro.example',
      `${'ö'.repeat(33)}@büro.example`,
      `jörg@${'ü'.repeat(70)}.example`,
      'jörg@[127.0.0.1]',
      'jörg@127.0.0.1',
      'Jörg <jörg@büro.example>',
    ];

    expect(refused.filter(isMailAddress)).to.deep.equal([]);
  });
});

describe('foldEmail', () => {
  it('gives the two spellings of an international domain one form', () => {
    expect(foldEmail(' Ada@Büro.example ')).to.equal('ada@xn--bro-hoa.example');
    expect(foldEmail('ada@xn--bro-hoa.example')).to.equal('ada@xn--bro-hoa.example');
    expect(foldEmail('JO\u0308RG@büro.example')).to.equal('j\u00f6rg@xn--bro-hoa.example');
    expect(foldEmail('Ada@Example.org')).to.equal('ada@example.org');
  });
});

describe('spellingsOf', () => {
  it('gives one form of most addresses, and two of an international domain', () => {
    expect(spellingsOf('Ada@Example.org')).to.deep.equal(['ada@example.org']);
    expect(spellingsOf('Ada@Büro.example')).to.deep.equal(['ada@xn--bro-hoa.example', 'ada@büro.example']);
  });
});

describe('mailtoOf', () => {
  it('writes ASCII alone, and comes back as the address', () => {
    for (const address of ['ada@example.org', 'jörg@xn--bro-hoa.example', 'a%b@example.org']) {
      expect(mailtoOf(address)).to.match(/^mailto:[!-~]+$/);
      expect(addressInUri(mailtoOf(address).slice('mailto:'.length))).to.equal(address);
    }
    expect(mailtoOf('jörg@büro.example')).to.equal('mailto:j%C3%B6rg@xn--bro-hoa.example');
    expect(addressInUri('100%@example.org')).to.equal('100%@example.org');
  });
});
