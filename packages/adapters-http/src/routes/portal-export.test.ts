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
});
