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
    expect(page.text).to.not.match(/Bring the contract|guest@example\.com|TTTT/);
    expect(page.text).to.not.match(/<script(?! type="module" src="\/pages\/)/);
    expect(page.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(http.logLines.join('')).to.not.include('TTTT');
  });

  it('gives its script what the API would, so that opening asks once', async () => {
    const http = await served(here);
    const { secret } = await http.apiKey();
    const { body } = await http.call('POST /api/v1/integrations/workspace/meetings', {
      token: secret,
      body: {
        title: `"Q4" & 'more' <i>`,
        scheduledStartAt: '2026-12-01T09:00:00Z',
        timeZone: 'Europe/Berlin',
      },
    });
    const { joinCode } = body.data;

    const { text } = await http.call(`GET /?room=${joinCode}&prejoin=1`);
    const told = await http.call(`GET /api/v1/meetings/resolve/${joinCode}`);
    await http.close();

    const [, resolution = ''] = /<html[^>]* data-resolution="([^"]*)">/.exec(text) ?? [];
    const marks: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" };
    expect(
      JSON.parse(resolution.replace(/&([^;]+);/g, (_, name: string) => marks[name] ?? '')),
    ).to.deep.equal(told.body.data);
  });

  it('PLT-22: says in words that the workspace of a code has been closed', async () => {
    const http = await served(here);
    const { secret } = await http.apiKey();
    const { body } = await http.call('POST /api/v1/integrations/workspace/meetings', {
      token: secret,
      body: { title: 'Review', scheduledStartAt: '2026-12-01T09:00:00Z', timeZone: 'Europe/Berlin' },
    });
    await http.sql("update workspaces set status = 'closed' where id = $1", [http.workspaceId]);
    const page = await http.call(`GET /?room=${body.data.joinCode}`);
    await http.close();

    expect(page.status).to.equal(410);
    expect(page.text).to.include('The workspace of this meeting has been closed.');
  });

  it('answers an unknown code with a page, not with a trace', async () => {
    const http = await served(here);
    const page = await http.call('GET /?room=aaaaa-zzzzz');
    await http.close();

    expect([page.status, page.text.includes('This link opens no meeting')]).to.deep.equal([404, true]);
  });

  it('is not served if another web app is configured', async () => {
    const http = await served();
    expect((await http.call('GET /?room=aaaaa-zzzzz')).status).to.equal(404);
    await http.close();
  });
});
