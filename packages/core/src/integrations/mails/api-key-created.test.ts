import { expect } from 'chai';
import { apiKeyCreatedMail } from './api-key-created.ts';

const input = {
  recipientName: 'Ann',
  workspaceName: 'Example & Partners',
  creatorName: 'Bo',
  keyName: 'Warehouse <sync>',
  keyPrefix: 'chan_live_0a1b2c3d',
  at: '2026-11-21T09:05:00.000Z',
  link: 'https://app.example.com/settings/api-keys',
};

describe('apiKeyCreatedMail', () => {
  it('says who made which key where, by its public beginning', () => {
    const { subject, text, html } = apiKeyCreatedMail({ ...input, locale: 'en' });

    expect(subject).to.equal('New API key in Example & Partners');
    expect(text).to.equal(
      [
        'Hello Ann,',
        'Bo created an API key for Example & Partners. Whoever holds it can reach the data of the workspace that its scopes allow.',
        'Name: Warehouse <sync>\nBegins with: chan_live_0a1b2c3d…\nCreated: 21 November 2026, 09:05 UTC',
        'Review API keys:\nhttps://app.example.com/settings/api-keys',
        '-- \nYou receive this because you own the workspace. If the key should not exist, revoke it there.\n',
      ].join('\n\n'),
    );
    expect(html).to.include('Warehouse &lt;sync&gt;');
  });

  it('speaks German', () => {
    const { subject, text } = apiKeyCreatedMail({ ...input, locale: 'de-DE' });

    expect(subject).to.equal('Neuer API-Schlüssel in Example & Partners');
    expect(text).to.include('Beginnt mit: chan_live_0a1b2c3d…\nAngelegt: 21. November 2026, 09:05 UTC');
  });
});
