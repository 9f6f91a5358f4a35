import { expect } from 'chai';
import { crossOriginHint } from './environment.ts';
import { ConnectionError } from './errors.ts';
import { version } from './generated/version.ts';
import { Chancery } from './index.ts';
import { serviceDouble, success } from './testing/service-double.ts';

/** Runs the work as a page of this origin would. */
async function onPageOf<T>(origin: string, work: () => T): Promise<Awaited<T>> {
  Object.defineProperty(globalThis, 'location', {
    value: { origin, href: `${origin}/page` },
    configurable: true,
  });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(globalThis, 'location');
  }
}

describe('where the client runs', () => {
  it('from Node each request says which SDK and which Node calls, unless the caller says something else', async () => {
    const service = await serviceDouble(() => success({}));
    const call = (headers: Record<string, string>) =>
      new Chancery({ baseUrl: service.baseUrl, headers }).health.getLiveness();
    await call({});
    await call({ 'User-Agent': 'crm/7' });
    await service.close();

    expect(service.requests.map(({ headers }) => headers['user-agent'])).to.deep.equal([
      `chancery-sdk/${version} node/${process.versions.node}`,
      'crm/7',
    ]);
  });

  it('PLT-15: a request of a page of another origin that fails names the setting that would allow it', async () => {
    const fetch = async () => {
      throw new TypeError('Failed to fetch');
    };
    const call = () =>
      new Chancery({ baseUrl: 'https://api.example.com', fetch, maxRetries: 0 }).health
        .getLiveness()
        .catch((error: unknown) => error);

    const refused = await onPageOf('https://crm.example.com', call);
    expect(refused).to.be.instanceOf(ConnectionError);
    expect((refused as Error).message).to.equal(
      'No answer from https://api.example.com. If it is running, it may not allow pages of https://crm.example.com: name that origin in CHANCERY_CORS_ORIGINS.',
    );
    expect(((await call()) as Error).message).to.equal('No answer from https://api.example.com.');
  });

  it('PLT-15: a page of the same origin gets no hint', async () => {
    expect(
      await onPageOf('https://api.example.com', () => crossOriginHint('https://api.example.com')),
    ).to.equal('');
    expect(await onPageOf('https://api.example.com', () => crossOriginHint('/chancery'))).to.equal('');
  });
});
