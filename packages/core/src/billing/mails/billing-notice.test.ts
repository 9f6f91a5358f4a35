import { expect } from 'chai';
import { billingNotices } from '../events.ts';
import { billingNoticeMail } from './billing-notice.ts';

const input = {
  locale: 'en',
  notice: 'payment_failed' as const,
  recipientName: 'Ann',
  workspaceName: 'Example & Partners',
  planName: 'Team',
  at: '2026-12-07T12:00:00.000Z',
  sum: null,
  link: 'https://app.example.com/settings/billing',
};

describe('billingNoticeMail', () => {
  it('says until when everything keeps working', () => {
    expect(billingNoticeMail(input).text).to.equal(
      [
        'Hello Ann,',
        'A payment for Example & Partners is overdue. Everything goes on as usual for now; please check the payment method and open invoices.',
        'Plan: Team\nEverything stays on until: 7 December 2026, 12:00 UTC',
        'Open billing:\nhttps://app.example.com/settings/billing',
        '-- \nYou receive this because you own the workspace.\n',
      ].join('\n\n'),
    );
  });

  it('is in German, with sums as they are written there', () => {
    const { subject, text } = billingNoticeMail({
      ...input,
      locale: 'de-AT',
      notice: 'subscription_refunded',
      sum: { amount: 123_450, currency: 'EUR' },
    });

    expect(subject).to.equal('Ein zweites Abonnement von Example & Partners wurde erstattet');
    expect(text.replaceAll('\u00a0', ' ')).to.include(
      'Beendet: 7. Dezember 2026, 12:00 UTC\nBetrag: 1.234,50 EUR',
    );
  });

  it('uses the number of minor units that a currency has', () => {
    const { text } = billingNoticeMail({ ...input, sum: { amount: 1200, currency: 'JPY' } });
    expect(text.replaceAll('\u00a0', ' ')).to.include('JPY 1,200');
  });

  for (const notice of billingNotices)
    for (const locale of ['en', 'de'])
      it(`${notice} in ${locale} names the workspace and has plain text without markup`, () => {
        const { subject, html } = billingNoticeMail({
          ...input,
          notice,
          locale,
          workspaceName: 'A <b> & Co',
        });

        expect(subject).to.include('A <b> & Co');
        expect(html).to.include('A &lt;b&gt; &amp; Co').and.not.include('<b>');
      });
});
