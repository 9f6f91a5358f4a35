import { expect } from 'chai';
import { apiKeyActorLeftMail } from './api-key-actor-left.ts';
import { apiKeyExpiringMail } from './api-key-expiring.ts';

const common = {
  recipientName: 'Ann',
  workspaceName: 'Example & Partners',
  link: 'https://app.example.com/settings/api-keys',
};

describe('mails about API keys', () => {
  it('api-key-expiring says which key ends when, in English and German', () => {
    const input = {
      ...common,
      keyName: 'Warehouse <sync>',
      keyPrefix: 'chan_live_0a1b2c3d',
      expiresAt: '2026-11-28T12:00:00.000Z',
    };

    const { subject, text, html } = apiKeyExpiringMail({ ...input, locale: 'en' });

    expect(subject).to.equal('API key “Warehouse <sync>” of Example & Partners ends soon');
    expect(text).to.include('Begins with: chan_live_0a1b2c3d…\nEnds: 28 November 2026, 12:00 UTC');
    expect(html).to.include('Warehouse &lt;sync&gt;');
    expect(apiKeyExpiringMail({ ...input, locale: 'de-AT' }).text).to.include(
      'Läuft ab: 28. November 2026, 12:00 UTC',
    );
  });

  it('api-key-actor-left names the keys, and a former member whose name is gone, in English and German', () => {
    const input = { ...common, actorName: null, keyNames: ['Booking', 'Sync'] };

    expect(apiKeyActorLeftMail({ ...input, locale: 'en' }).text)
      .to.include('A former member left Example & Partners')
      .and.include('Keys: Booking, Sync');
    expect(apiKeyActorLeftMail({ ...input, actorName: 'Bob', locale: 'de' }).text)
      .to.include('Bob hat Example & Partners verlassen')
      .and.include('Schlüssel: Booking, Sync');
  });
});
