import { expect } from 'chai';
import { maskedEmail, maskedPhone } from './masked-contact.ts';

describe('a masked destination', () => {
  for (const [phone, masked] of [
    ['+491701234521', '+49 ••• ••• 4521'],
    ['+12025550143', '+1 ••• ••• 0143'],
    ['+79161234567', '+7 ••• ••• 4567'],
    ['+353861234567', '+353 ••• ••• 4567'],
    ['+4712345678', '+47 ••• ••• 5678'],
    ['+29012345', '+290 ••• ••• 45'],
  ] as const)
    it(`OTP-8: shows of ${phone} its country and at most its last four digits`, () => {
      expect(maskedPhone(phone)).to.equal(masked);
    });

  it('OTP-8: shows of an address its first character and its domain', () => {
    expect(maskedEmail('ann.smith@example.org')).to.equal('a•••@example.org');
    expect(maskedEmail('a@example.org')).to.equal('a•••@example.org');
    expect(maskedEmail('𝒶bc@example.org')).to.equal('𝒶•••@example.org');
  });
});
