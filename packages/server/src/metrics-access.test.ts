import { expect } from 'chai';
import { type Installation, openInstallation } from './stories/testing/installation.ts';

const token = 'a-token-of-the-scraper';

describe('who may read the metrics', () => {
  let installation: Installation | undefined;
  afterEach(() => installation?.close());

  const opened = async (variables: Record<string, string>) => {
    installation = await openInstallation(variables);
    const { listening } = installation;
    return async (headers: Record<string, string> = {}) => {
      const answer = await fetch(`${listening}/metrics`, { headers });
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    };
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('without a word this host alone, and nobody else whom a proxy names', async () => {
    const ask = await opened({ CHANCERY_TRUSTED_PROXIES: '1' });

    const own = await ask(from('127.0.0.1'));
    expect(own.status).to.equal(200);
    expect(own.text)
      .to.match(/^chancery_ledgers \d+$/m)
      .and.match(/^chancery_dependency_up\{dependency="database"\} 1$/m);
    for (const address of ['10.1.2.3', '198.51.100.7', '::ffff:10.1.2.3'])
      expect((await ask(from(address))).status).to.equal(403);
  });

  it('without a word nobody for whom a proxy asks that was not declared, although it runs on this host', async () => {
    const ask = await opened({});

    expect((await ask()).status).to.equal(200);
    for (const header of [
      'x-forwarded-for',
      'forwarded',
      'x-real-ip',
      'x-forwarded-host',
      'x-forwarded-proto',
      'via',
    ]) {
      const refused = await ask({ [header]: '127.0.0.1' });
      expect([header, refused.status]).to.deep.equal([header, 403]);
      expect(refused.text).to.not.include('chancery_');
    }
  });

  it('with ranges of addresses nobody behind a proxy that was not declared, but whoever has the token', async () => {
    const ask = await opened({
      CHANCERY_METRICS_TOKEN: token,
      CHANCERY_METRICS_ALLOWED_CIDRS: '127.0.0.0/8',
    });

    expect((await ask()).status).to.equal(200);
    expect((await ask(from('127.0.0.1'))).status).to.equal(401);
    expect((await ask({ ...from('127.0.0.1'), authorization: `Bearer ${token}` })).status).to.equal(200);
  });

  it('with a token whoever sends it, and this host no longer without it', async () => {
    const ask = await opened({ CHANCERY_METRICS_TOKEN: token, CHANCERY_TRUSTED_PROXIES: '1' });

    // A scraper that comes past the proxy needs no header of it.
    expect((await ask({ authorization: `Bearer ${token}` })).status).to.equal(200);
    for (const headers of [
      from('127.0.0.1'),
      { ...from('127.0.0.1'), authorization: `Bearer ${token}x` },
      { ...from('127.0.0.1'), authorization: 'Bearer' },
      { ...from('127.0.0.1'), authorization: `Basic ${token}` },
    ]) {
      const refused = await ask(headers);
      expect([refused.status, refused.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
      expect(refused.text).to.not.include('chancery_');
    }
  });

  it('with ranges of addresses who is in one of them, beside whoever has the token', async () => {
    const ask = await opened({
      CHANCERY_METRICS_TOKEN: token,
      CHANCERY_METRICS_ALLOWED_CIDRS: '10.20.0.0/16, 2001:db8::/32',
      CHANCERY_TRUSTED_PROXIES: '1',
    });

    for (const address of ['10.20.255.1', '2001:db8::1'])
      expect((await ask(from(address))).status).to.equal(200);
    for (const address of ['10.21.0.1', '127.0.0.1', '::1'])
      expect((await ask(from(address))).status).to.equal(401);
    expect((await ask({ ...from('::1'), authorization: `bearer ${token}` })).status).to.equal(200);
  });
});
