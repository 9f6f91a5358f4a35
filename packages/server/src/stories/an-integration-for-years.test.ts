import { expect } from 'chai';
import { codeOf, type Installation, openInstallation } from './testing/installation.ts';

const anHour = 3600;

describe('story: an integration for years (platform 10, walk-through 2)', () => {
  let installation: Installation;
  before(async () => {
    installation = await openInstallation();
  });
  after(() => installation?.close());

  it('keeps one key alive from its creation over wider scopes and a rotation to its end', async () => {
    const { baseUrl, client, register, advance, noteKeyUse } = installation;
    const owner = await register('ada@example.com', 'Ada Lovelace');
    const { apiKey, secret } = await owner.integrations.createApiKey({
      name: 'Intranet',
      scopes: ['workspace.read', 'members.read'],
    });
    const apiKeyId = apiKey.id;
    const read = (key: string) => codeOf(client({ apiKey: key }).integrations.getIntegrationWorkspace());
    const book = (key: string) =>
      client({ apiKey: key }).meetings.createIntegrationMeeting({
        title: 'Review',
        scheduledStartAt: nextYear,
      });

    // Both forms of the header are one credential.
    for (const headers of [{ Authorization: `Bearer ${secret}` }, { 'X-Service-API-Key': secret }]) {
      expect((await fetch(`${baseUrl}/api/v1/integrations/workspace`, { headers })).status).to.equal(200);
    }
    expect(await codeOf(book(secret))).to.equal('scope.missing');

    await owner.integrations.updateApiKey({ apiKeyId, scopes: [...apiKey.scopes, 'meetings.write'] });
    const meeting = await book(secret);
    expect(meeting.joinUrl).to.equal(`${baseUrl}/?room=${meeting.joinCode}&prejoin=1`);

    const rotation = await owner.integrations.rotateApiKey({ apiKeyId, overlapSeconds: anHour });
    expect([await read(secret), await read(rotation.secret)]).to.deep.equal(['none', 'none']);
    expect(rotation.apiKey.secrets.map(({ status }) => status)).to.deep.equal(['current', 'retiring']);

    // Before the old one ends, it shows who still uses it.
    await noteKeyUse();
    const { secrets } = (await owner.integrations.getApiKey({ apiKeyId })).apiKey;
    expect(secrets.map(({ lastUsedAt }) => lastUsedAt !== null)).to.deep.equal([true, true]);

    advance(anHour + 1);
    expect([await read(secret), await read(rotation.secret)]).to.deep.equal(['auth.key_expired', 'none']);

    await owner.integrations.revokeApiKey({ apiKeyId, reason: 'The intranet is gone' });
    expect(await read(rotation.secret)).to.equal('auth.key_revoked');
    expect(await read(`${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`)).to.equal(
      'auth.key_malformed',
    );
  });
});

const nextYear = `${new Date().getUTCFullYear() + 1}-06-01T09:00:00Z`;
