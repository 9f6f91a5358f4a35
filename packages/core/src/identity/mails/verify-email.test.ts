import { expect } from 'chai';
import { verifyEmailMail } from './verify-email.ts';

const link = 'https://app.example.com/verify-email#TOKEN';

describe('verifyEmailMail', () => {
  it('asks to confirm the address by the link', () => {
    expect(
      verifyEmailMail({ locale: 'en', recipientName: 'Ann', address: 'ann@x.example', link }),
    ).to.deep.include({
      subject: 'Confirm your email address',
      text: [
        'Hello Ann,',
        'Please confirm that ann@x.example is yours, so that your account can use it.',
        'The link works once, within 24 hours.',
        `Confirm address:\n${link}`,
        '-- \nIf you did not create this account, ignore this mail: without your confirmation it stays unused.\n',
      ].join('\n\n'),
    });
  });

  it('speaks German', () => {
    const mail = verifyEmailMail({ locale: 'de', recipientName: null, address: 'ann@x.example', link });

    expect(mail.subject).to.equal('Bestätigen Sie Ihre E-Mail-Adresse');
    expect(mail.text.startsWith('Guten Tag,\n\nBitte bestätigen Sie, dass ann@x.example')).to.equal(true);
    expect(mail.html).to.include(`href="${link}"`);
  });
});
