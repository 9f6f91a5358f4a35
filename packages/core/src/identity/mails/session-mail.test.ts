import { expect } from 'chai';
import { newDeviceMail } from './new-device.ts';
import { sessionEndedMail } from './session-ended.ts';

const input = {
  locale: 'en',
  recipientName: 'Ann',
  device: 'Firefox on Linux',
  ipAddress: '2001:db8::17',
  at: '2026-11-21T09:05:00.000Z',
  link: 'https://app.example.com/settings/sessions',
};
const facts = 'Device: Firefox on Linux\nIP address: 2001:db8::17\nTime: 21 November 2026, 09:05 UTC';

describe('newDeviceMail', () => {
  it('says which device, from where and when, and what to do', () => {
    expect(newDeviceMail(input)).to.deep.include({
      subject: 'New sign-in to your account',
      text: [
        'Hello Ann,',
        'Your account was signed in to on a device that we had not seen before.',
        facts,
        'Review your sessions:\nhttps://app.example.com/settings/sessions',
        '-- \nIf this was not you, end the session there and change your password at once.\n',
      ].join('\n\n'),
    });
  });

  it('speaks German, also about a device that it does not know', () => {
    const mail = newDeviceMail({ ...input, locale: 'de', device: null, ipAddress: null });

    expect(mail.subject).to.equal('Neue Anmeldung an Ihrem Konto');
    expect(mail.text).to.include(
      'Gerät: Unbekannt\nIP-Adresse: Unbekannt\nZeitpunkt: 21. November 2026, 09:05 UTC',
    );
  });
});

describe('sessionEndedMail', () => {
  it('says why the session ended, in both languages', () => {
    const english = sessionEndedMail(input);
    const german = sessionEndedMail({ ...input, locale: 'de' });

    expect([english.subject, german.subject]).to.deep.equal([
      'We ended one of your sessions',
      'Wir haben eine Ihrer Sitzungen beendet',
    ]);
    expect(english.text).to.include('An old sign-in token of this session was used a second time.');
    expect(english.text).to.include(facts);
    expect(german.text).to.include('Um mit diesem Gerät weiterzuarbeiten, melden Sie sich neu an.');
  });
});
