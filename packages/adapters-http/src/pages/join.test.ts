import { expect } from 'chai';
import { served } from '../testing/served.ts';

const here = { webUrl: 'https://chancery.example.com', baseUrl: 'https://chancery.example.com' };

describe('the page that a join link opens', () => {
  it('says when the meeting is, in its own zone, without anything of the people in it', async () => {
    const http = await served(here);
    const { secret } = await http.apiKey();
    const { body } = await http.call('POST /api/v1/integrations/workspace/meetings', {
      token: secret,
      body: {
        title: '<b>Kick-off</b>',
        description: 'Bring the contract',
        scheduledStartAt: '2026-12-01T09:00:00Z',
        timeZone: 'Europe/Berlin',
        invitees: [{ email: 'guest@example.com' }],
      },
    });

    const page = await http.call(`GET /?room=${body.data.joinCode}&prejoin=1&invite=${'T'.repeat(43)}`);
    await http.close();

    expect(page.status).to.equal(200);
    expect(page.text).to.include('&lt;b&gt;Kick-off&lt;/b&gt;').and.include('1 December 2026, 10:00–11:00');
    expect(page.text).to.not.match(/Bring the contract|guest@example\.com|TTTT|<script/);
    expect(page.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(http.logLines.join('')).to.not.include('TTTT');
  });

  it('answers an unknown code with a page, not with a trace', async () => {
    const http = await served(here);
    const page = await http.call('GET /?room=aaaaa-zzzzz');
    await http.close();

    expect([page.status, page.text.includes('This link opens no meeting')]).to.deep.equal([404, true]);
  });

  it('is not served where another web app is configured', async () => {
    const http = await served();
    expect((await http.call('GET /?room=aaaaa-zzzzz')).status).to.equal(404);
    await http.close();
  });
});
