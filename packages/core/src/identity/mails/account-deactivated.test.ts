import { expect } from 'chai';
import { accountDeactivatedMail } from './account-deactivated.ts';

const input = {
  locale: 'en',
  recipientName: 'Ann',
  at: '2026-11-21T09:05:00.000Z',
  link: 'https://app.example.com',
};

describe('accountDeactivatedMail', () => {
  it('says what is gone, what stays and why, and that it is final', () => {
    const { subject, text } = accountDeactivatedMail(input);

    expect(subject).to.equal('Your account is deactivated');
    expect(text)
      .to.include('Hello Ann,')
      .and.include('were erased')
      .and.include('because the law wants them kept');
    expect(text).to.include('This is final.').and.include('Time: 21 November 2026, 09:05 UTC');
    expect(text).to.include('https://app.example.com');
  });

  it('speaks German', () => {
    const { subject, text } = accountDeactivatedMail({ ...input, locale: 'de-AT' });

    expect(subject).to.equal('Ihr Konto ist deaktiviert');
    expect(text).to.include('Zeitpunkt: 21. November 2026, 09:05 UTC').and.include('Das ist endgültig.');
  });
});
