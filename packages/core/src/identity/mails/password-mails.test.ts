import { expect } from 'chai';
import { passwordChangedMail } from './password-changed.ts';
import { resetPasswordMail } from './reset-password.ts';
import { signInBlockedMail } from './sign-in-blocked.ts';

const link = 'https://app.example.com/reset-password#token=TOKEN';
const input = { locale: 'en', recipientName: 'Ann', link };

describe('resetPasswordMail', () => {
  it('says what the link does, and that nothing has happened', () => {
    expect(resetPasswordMail({ ...input, because: 'asked' })).to.deep.include({
      subject: 'Set a new password',
      text: [
        'Hello Ann,',
        'Somebody asked to set a new password for your account.',
        'The link works once, within 30 minutes. Setting a new password signs you out everywhere.',
        `Set new password:\n${link}`,
        '-- \nIf this was not you, there is nothing to do: your password has not changed.\n',
      ].join('\n\n'),
    });
  });

  it('says why a password is needed after a change of address was taken back, in both languages', () => {
    const english = resetPasswordMail({ ...input, because: 'reverted' });
    const german = resetPasswordMail({ ...input, because: 'reverted', locale: 'de-AT' });

    expect(english.text).to.include('Your account has its old address again');
    expect(german.subject).to.equal('Neues Passwort festlegen');
    expect(german.text).to.include('Ihr Konto hat wieder seine alte Adresse');
    expect(german.html).to.include(`href="${link}"`);
  });
});

describe('passwordChangedMail', () => {
  it('AUT-12: says when, and what to do if it was somebody else, in both languages', () => {
    const at = '2026-11-21T09:05:00.000Z';
    const english = passwordChangedMail({ ...input, at });
    const german = passwordChangedMail({ ...input, at, locale: 'de' });

    expect(english.subject).to.equal('Your password has changed');
    expect(english.text)
      .to.include('If this was not you, set a new password at once')
      .and.include('Time: 21 November 2026, 09:05 UTC')
      .and.include(link);
    expect(german.subject).to.equal('Ihr Passwort wurde geändert');
    expect(german.text).to.include('Zeitpunkt: 21. November 2026, 09:05 UTC');
  });
});

describe('signInBlockedMail', () => {
  it('THR-4: says what was tried, what still works and the way out, in both languages', () => {
    const english = signInBlockedMail(input);
    const german = signInBlockedMail({ ...input, locale: 'de' });

    expect(english.subject).to.equal('Somebody is guessing your password');
    expect(english.text)
      .to.include('A hundred wrong passwords in a row')
      .and.include('Devices that you have signed in on before still work')
      .and.include(link);
    expect(german.text).to.include('hundertmal hintereinander falsche Passwörter');
  });
});
