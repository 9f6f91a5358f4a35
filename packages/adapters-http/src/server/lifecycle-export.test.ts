import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('the export of documents over HTTP', () => {
  let http: Served;
  before(async () => {
    http = await served();
  });
  after(() => http.close());

  it('PLT-18, LIF-21: is noted if somebody gets it, and leaves nothing where a condition refuses it', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${http.baseUrl}/api/v1/documents/lifecycle/export`, {
        headers: { Authorization: `Bearer ${http.owner.session.credential}`, ...headers },
      });
    const exports = async () =>
      (await http.happened()).filter(({ type }) => type === 'lifecycle.exported').length;

    const refused = await ask({ 'If-Match': 'W/"x"' });
    expect([refused.status, await exports()]).to.deep.equal([412, 0]);
    const answer = await ask({});

    expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 3)).to.deep.equal(Buffer.from('\uFEFF'));
    expect(await exports()).to.equal(1);
  });
});
