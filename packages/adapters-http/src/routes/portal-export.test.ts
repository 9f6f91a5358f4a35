import { portalOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('the export of a release, by HTTP', () => {
  let office: Awaited<ReturnType<typeof portalOffice>>;
  let http: Served;
  before(async () => {
    office = await portalOffice();
    http = await served({ world: office });
  });
  after(() => http.close());

  it('PORT-7: is no opening for whoever asks only for its head', async () => {
    const open = { requiresConsent: false, downloadAllowed: true };
    const { token, packageId } = await office.released(open);
    const opens = async () => (await office.readPackage(packageId)).package.recipientActivity.opens;
    const path = '/api/v1/public/records/portal/export?download=true';

    const headers = { Authorization: `Bearer ${token}` };
    const head = await fetch(http.baseUrl + path, { method: 'HEAD', headers });
    expect([head.status, await head.text(), await opens()]).to.deep.equal([200, '', 0]);
    const whole = await http.call(`GET ${path}`, { token });
    expect([whole.status, await opens()]).to.deep.equal([200, 1]);
  });

  it('PORT-6: looking at a package and reading it are no openings for whoever asks only for their heads', async () => {
    const { token, packageId } = await office.released({ requiresConsent: false, maxOpens: 1 });
    const opens = async () => (await office.readPackage(packageId)).package.recipientActivity.opens;
    const said = async () =>
      (await office.happened()).filter(({ type }) => /^portal\.(opened|package_read)$/.test(type)).length;
    const before = await said();
    const headers = { Authorization: `Bearer ${token}` };
    const paths = ['', `/packages/${packageId}`].map((end) => `/api/v1/public/records/portal${end}` as const);

    for (const path of paths) {
      const head = await fetch(http.baseUrl + path, { method: 'HEAD', headers });
      expect([head.status, await head.text()], path).to.deep.equal([200, '']);
    }
    expect([await opens(), (await said()) - before]).to.deep.equal([0, 0]);
    for (const path of paths) expect((await http.call(`GET ${path}`, { token })).status, path).to.equal(200);
    expect([await opens(), (await said()) - before]).to.deep.equal([1, 2]);

    // The only opening is over, and that is said to whoever asks for a head too.
    office.clock.advance({ minutes: 31 });
    for (const method of ['HEAD', 'GET'])
      for (const path of paths)
        expect((await fetch(http.baseUrl + path, { method, headers })).status, `${method} ${path}`).to.equal(
          403,
        );
  });

  it('is hidden from search engines, as every answer of the portal is, refusals included', async () => {
    const { token } = await office.released({ requiresConsent: false, downloadAllowed: true });
    const asked = (given: string, end: string) =>
      fetch(`${http.baseUrl}/api/v1/public/records/portal${end}`, {
        headers: { Authorization: `Bearer ${given}` },
      });

    for (const [given, end, status] of [
      [token, '', 200],
      [token, '/export', 200],
      ['0'.repeat(43), '', 401],
      [token, '/packages/0190a000-0000-7000-8000-000000000000', 404],
    ] as const) {
      const answer = await asked(given, end);
      expect([answer.status, answer.headers.get('x-robots-tag')], `${end} ${status}`).to.deep.equal([
        status,
        'noindex',
      ]);
    }
  });
});
