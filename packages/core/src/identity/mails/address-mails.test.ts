import { expect } from 'chai';
import { emailChangeConfirmMail } from './email-change-confirm.ts';
import { emailChangedMail } from './email-changed.ts';

const link = 'https://app.example.com/confirm-email#token=TOKEN';

describe('emailChangeConfirmMail', () => {
  const input = { locale: 'en', recipientName: 'Ann', address: 'ann@y.example', link };

  it('asks to confirm the new address by the link', () => {
    expect(emailChangeConfirmMail(input)).to.deep.include({
      subject: 'Confirm your new email address',
      text: [
        'Hello Ann,',
        'Please confirm that ann@y.example is yours, so that it becomes the address of your account.',
        'The link works once, within 24 hours. Until then your account keeps its old address.',
        `Confirm new address:\n${link}`,
        '-- \nIf you did not ask for this, ignore this mail: without your confirmation nothing changes.\n',
      ].join('\n\n'),
    });
  });

  it('speaks German', () => {
    const mail = emailChangeConfirmMail({ ...input, locale: 'de', recipientName: null });

    expect(mail.subject).to.equal('Bestätigen Sie Ihre neue E-Mail-Adresse');
    expect(mail.text.startsWith('Guten Tag,\n\nBitte bestätigen Sie, dass ann@y.example')).to.equal(true);
    expect(mail.html).to.include(`href="${link}"`);
  });
});

describe('emailChangedMail', () => {
  const input = { locale: 'en', recipientName: 'Ann', newAddress: 'ann@y.example', link };

  it('AUT-12: says to the old address what the new one is, and how to take the change back, in both languages', () => {
    const english = emailChangedMail(input);
    const german = emailChangedMail({ ...input, locale: 'de' });

    expect(english.subject).to.equal('The address of your account has changed');
    expect(english.text)
      .to.include('New address: ann@y.example')
      .and.include('take the change back within seven days')
      .and.include(`Take the change back:\n${link}`);
    expect(german.subject).to.equal('Die Adresse Ihres Kontos wurde geändert');
    expect(german.text).to.include('Neue Adresse: ann@y.example').and.include('innerhalb von sieben Tagen');
  });

  it('names no address if the account has none any more', () => {
    expect(emailChangedMail({ ...input, newAddress: null }).text).to.include('New address: None');
  });
});
