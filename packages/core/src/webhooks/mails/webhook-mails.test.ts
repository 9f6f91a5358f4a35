import { expect } from 'chai';
import { webhookDisabledMail } from './webhook-disabled.ts';
import { webhookFailingMail } from './webhook-failing.ts';

const input = {
  recipientName: 'Ann',
  workspaceName: 'Example & Partners',
  url: 'https://receiver.example.com/hook',
  link: 'https://app.example.com/settings/webhooks/1',
};

describe('webhookFailingMail', () => {
  it('WHK-9: says which endpoint has been failing since when, and what follows', () => {
    const { subject, text, html } = webhookFailingMail({
      ...input,
      locale: 'en',
      failingSince: '2026-11-21T09:05:00.000Z',
    });

    expect(subject).to.equal('A webhook of Example & Partners is failing');
    expect(text).to.equal(
      [
        'Hello Ann,',
        'For a day no delivery to a webhook endpoint of Example & Partners has succeeded.',
        'Deliveries go on. After five days of failures the endpoint is switched off; what it missed can be sent again once it answers.',
        'Endpoint: https://receiver.example.com/hook\nFailing since: 21 November 2026, 09:05 UTC',
        'Look at the deliveries:\nhttps://app.example.com/settings/webhooks/1',
        '-- \nYou receive this because you own the workspace or created the endpoint.\n',
      ].join('\n\n'),
    );
    expect(html).to.include('Example &amp; Partners');
  });

  it('is in German', () => {
    const { subject, text } = webhookFailingMail({
      ...input,
      locale: 'de-AT',
      failingSince: '2026-11-21T09:05:00.000Z',
    });

    expect(subject).to.equal('Ein Webhook von Example & Partners schlägt fehl');
    expect(text).to.include('Fehler seit: 21. November 2026, 09:05 UTC');
  });
});

describe('webhookDisabledMail', () => {
  for (const [locale, reason, subject, because] of [
    [
      'en',
      'failing',
      'A webhook of Example & Partners was switched off',
      'No delivery to this webhook endpoint has succeeded for five days',
    ],
    [
      'en',
      'gone',
      'A webhook of Example & Partners was switched off',
      'answered that it is gone for good (410)',
    ],
    [
      'de',
      'failing',
      'Ein Webhook von Example & Partners wurde abgeschaltet',
      'Seit fünf Tagen ist keine Zustellung',
    ],
    [
      'de',
      'gone',
      'Ein Webhook von Example & Partners wurde abgeschaltet',
      'gemeldet, dass es ihn nicht mehr gibt (410)',
    ],
  ] as const) {
    it(`WHK-9: says in ${locale} why the endpoint was switched off: ${reason}`, () => {
      const mail = webhookDisabledMail({ ...input, locale, reason, at: '2026-11-21T09:05:00.000Z' });

      expect(mail.subject).to.equal(subject);
      expect(mail.text).to.include(because).and.include(input.url).and.include(input.link);
    });
  }
});
