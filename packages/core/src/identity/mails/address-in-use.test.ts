import { expect } from 'chai';
import { addressInUseMail } from './address-in-use.ts';

const input = { recipientName: 'Ann', address: 'ann@x.example', link: 'https://app.example.com/sign-in' };

describe('addressInUseMail', () => {
  it('AUT-2: says to the owner that the address has an account', () => {
    expect(addressInUseMail({ ...input, locale: 'en' })).to.deep.include({
      subject: 'You already have an account',
      text: [
        'Hello Ann,',
        'Somebody tried to register with ann@x.example. You already have an account with it.',
        'If that was you, sign in, or set a new password there if you have forgotten it.',
        'Sign in:\nhttps://app.example.com/sign-in',
        '-- \nIf it was not you, there is nothing to do: your account has not changed.\n',
      ].join('\n\n'),
    });
  });

  it('speaks German', () => {
    const mail = addressInUseMail({ ...input, locale: 'de' });

    expect(mail.subject).to.equal('Sie haben bereits ein Konto');
    expect(mail.text).to.include('Jemand wollte sich mit ann@x.example registrieren.');
  });
});
