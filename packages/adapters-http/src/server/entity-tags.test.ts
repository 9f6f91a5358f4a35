import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('the ETag of an answer', () => {
  let here: Served;
  before(async () => {
    here = await served();
  });
  after(() => here.close());

  it('is the version of the workspace, whatever the membership beside it has', async () => {
    const token = here.owner.session.credential ?? '';
    const named = await here.call('PATCH /api/v1/workspace', { token, body: { name: 'Byron and Partners' } });
    const shown = await here.call('GET /api/v1/workspace', { token });

    expect(named.headers.get('etag')).to.equal('"2"');
    expect(shown.body.data.membership.version).to.equal(1);
    expect(shown.headers.get('etag')).to.equal('"2"');
  });

  it('is the version of what is answered without a name of its own, and works as If-Match', async () => {
    const { secret: token } = await here.apiKey();
    const body = { title: 'Review', scheduledStartAt: '2026-12-01T09:00:00Z' };
    const made = await here.call('POST /api/v1/integrations/workspace/meetings', { token, body });
    const path = `/api/v1/integrations/workspace/meetings/${made.body.data.id}` as const;

    const shown = await here.call(`GET ${path}`, { token });
    expect([shown.status, shown.headers.get('etag')]).to.deep.equal([200, '"1"']);
    const change = { token, headers: { 'If-Match': '"1"' }, body: { title: 'Another' } };
    const changed = await here.call(`PATCH ${path}`, change);
    expect([changed.status, changed.headers.get('etag')]).to.deep.equal([200, '"2"']);
    const again = await here.call(`PATCH ${path}`, change);
    expect([again.status, again.headers.get('etag')]).to.deep.equal([412, '"2"']);
  });
});
