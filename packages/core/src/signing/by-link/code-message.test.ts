import { expect } from 'chai';
import { codeMessage } from './code-message.ts';

/** The default alphabet of 3GPP TS 23.038, 6.2.1; each character takes one septet. */
const alphabet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

describe('the short message with a code', () => {
  for (const locale of ['en', 'de-AT', 'fr'])
    for (const host of ['sign.example.com', `${'a'.repeat(60)}.${'b'.repeat(50)}.example`, 'localhost'])
      it(`OTP-10: is one segment in ${locale} for ${host}, with the code first and host and code last`, () => {
        const message = codeMessage('012345', locale, `https://${host}:8443/app`);

        expect([...message].filter((character) => !alphabet.has(character))).to.deep.equal([]);
        expect(message.length).to.be.at.most(160);
        expect(message.startsWith('012345')).to.equal(true);
        expect(message.endsWith(`\n@${host} #012345`)).to.equal(true);
      });

  it('OTP-10: speaks German to Germans and English to everybody else', () => {
    const first = (locale: string) =>
      codeMessage('012345', locale, 'https://sign.example.com').split('\n')[0];

    expect(first('de')).to.equal(
      '012345 ist Ihr Code für das Dokument. Er gilt 10 Minuten. Geben Sie ihn niemandem.',
    );
    expect(first('fr')).to.equal(
      '012345 is your code for the document to sign. It is valid for 10 minutes. Tell nobody.',
    );
  });

  it('OTP-10: names no host that a phone could not be bound to, or that leaves no room', () => {
    const long = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.example`;
    for (const url of ['http://[::1]:3000', `https://${long}`])
      expect(codeMessage('012345', 'en', url)).to.equal(
        '012345 is your code for the document to sign. It is valid for 10 minutes. Tell nobody.',
      );
  });
});
