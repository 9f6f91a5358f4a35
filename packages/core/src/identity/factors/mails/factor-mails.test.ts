import { expect } from 'chai';
import { codesGuessedMail } from './codes-guessed.ts';
import { factorAddedMail } from './factor-added.ts';
import { factorRemovedMail } from './factor-removed.ts';
import { factorResetDoneMail } from './factor-reset-done.ts';
import { factorResetRequestedMail } from './factor-reset-requested.ts';
import { passkeySuspiciousMail } from './passkey-suspicious.ts';
import { recoveryCodeUsedMail } from './recovery-code-used.ts';
import { recoveryCodesRenewedMail } from './recovery-codes-renewed.ts';
import { secondFactorDueMail } from './second-factor-due.ts';

const at = '2026-11-21T09:05:00.000Z';
const mailsIn = (locale: string) => {
  const input = { locale, recipientName: 'Ann', at, link: 'https://app.example.com/settings/security' };
  return [
    factorAddedMail({ ...input, kind: 'totp' }),
    factorAddedMail({ ...input, kind: 'passkey' }),
    factorRemovedMail({ ...input, kind: 'totp' }),
    factorRemovedMail({ ...input, kind: 'passkey' }),
    recoveryCodeUsedMail({ ...input, remaining: 7 }),
    recoveryCodesRenewedMail(input),
    passkeySuspiciousMail({ ...input, passkeyName: 'Key ring' }),
    codesGuessedMail(input),
    factorResetDoneMail(input),
    secondFactorDueMail({ ...input, workspaceName: 'Chambers', dueAt: at }),
    factorResetRequestedMail({
      ...input,
      memberName: null,
      requesterName: 'Bob',
      reason: 'Her phone is lost.',
      effectiveAt: at,
    }),
    factorResetRequestedMail({
      ...input,
      memberName: 'Cleo',
      requesterName: 'Bob',
      reason: 'Her phone is lost.',
      effectiveAt: at,
    }),
  ];
};

describe('mails about second factors', () => {
  it('MFA-17: say what happened, when it happened, and where it can be undone', () => {
    expect(
      factorAddedMail({ locale: 'en', recipientName: 'Ann', at, link: 'https://x.example', kind: 'totp' }),
    ).to.deep.include({
      subject: 'A second factor was added to your account',
      text: [
        'Hello Ann,',
        'An authenticator was added to your account. Sign-in asks for its codes from now on.',
        'If this was not you, remove it within seven days: everybody is signed out, on every device. Then set a new password, because whoever added it was signed in to your account.',
        'Time: 21 November 2026, 09:05 UTC',
        'Remove it and sign everybody out:\nhttps://x.example',
        '-- \nIf you added it yourself, there is nothing to do.\n',
      ].join('\n\n'),
    });
  });

  it('speak English and German, each in its own words, with the link and the time', () => {
    const [english, german] = [mailsIn('en'), mailsIn('de-CH')];

    for (const [index, mail] of english.entries()) {
      expect(mail.subject).not.to.equal(german[index]?.subject);
      expect(mail.text).to.include('21 November 2026, 09:05 UTC');
      expect(german[index]?.text).to.include('21. November 2026, 09:05 UTC');
      for (const { text, html } of [mail, german[index] ?? mail]) {
        expect(text).to.include('https://app.example.com/settings/security');
        expect(html).to.include('https://app.example.com/settings/security');
      }
    }
  });

  it('MFA-14: the request names who asks, for whom and why, and each reader gets the right words', () => {
    const [own, owners] = mailsIn('en').slice(-2);

    expect(own?.text).to.include('Bob asked to remove the second factors of your account.');
    expect(owners?.text).to.include('Bob asked to remove the second factors of Cleo.');
    for (const mail of [own, owners]) {
      expect(mail?.text).to.include('Her phone is lost.');
      expect(mail?.text).to.include('Cancel the reset:\nhttps://app.example.com/settings/security');
    }
  });

  it('MFA-8: a mail about a used recovery code asks for new ones from two left on', () => {
    const textWith = (remaining: number) =>
      recoveryCodeUsedMail({ locale: 'en', recipientName: null, at, link: 'https://x.example', remaining })
        .text;

    expect(textWith(3)).to.include('3 recovery codes are left.');
    for (const remaining of [2, 1, 0])
      expect(textWith(remaining)).to.include(`Only ${remaining} of your recovery codes are left.`);
  });
});
