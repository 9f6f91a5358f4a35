import { world } from '@chancery/adapters-persistence/testing';
import { InProcessThrottle } from '@chancery/adapters-services';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';
import type { ProxyHeader } from './caller-address.ts';

const allowed = '198.51.100.7';
const outsider = '203.0.113.9';

/** A served Chancery behind a proxy, and a key that is good from one network alone. */
async function behind(count: number, header: ProxyHeader = 'x-forwarded-for') {
  const http = await served({ trustedProxies: count, proxyHeader: header });
  const { secret } = await http.chancery.integrations.createApiKey(
    { name: 'k', scopes: ['workspace.read'], allowedIpRanges: ['198.51.100.0/24'] },
    http.owner.session,
  );
  const get = async (path: string, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(http.baseUrl + path, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    http,
    get,
    byKey: (headers: Readonly<Record<string, string>>) =>
      get('/api/v1/integrations/workspace', { ...headers, 'X-Service-API-Key': secret }),
  };
}

describe('the address of a caller', () => {
  let opened: Served[] = [];
  afterEach(async () => {
    for (const http of opened) await http.close();
    opened = [];
  });
  const open = async (...given: Parameters<typeof behind>) => {
    const made = await behind(...given);
    opened.push(made.http);
    return made;
  };

  it('PLT-9: is the socket’s if no proxy is trusted, whatever a header says, and one line in the log warns of it', async () => {
    const { http, byKey } = await open(0);

    expect((await byKey({ 'X-Forwarded-For': allowed })).status).to.equal(403);
    expect((await byKey({ 'X-Forwarded-For': 'nonsense', Forwarded: `for=${allowed}` })).status).to.equal(
      403,
    );

    const warnings = http.logLines.filter((line) => line.includes('CHANCERY_TRUSTED_PROXIES'));
    expect(warnings).to.have.length(1);
  });

  it('PLT-9: is read through exactly as many proxies as are trusted', async () => {
    const one = await open(1);
    const two = await open(2);

    expect((await one.byKey({ 'X-Forwarded-For': `${outsider}, ${allowed}` })).status).to.equal(200);
    expect((await one.byKey({ 'X-Forwarded-For': `${allowed}, ${outsider}` })).status).to.equal(403);
    expect((await one.byKey({ 'X-Forwarded-For': `${allowed}:4711` })).status).to.equal(200);
    expect((await two.byKey({ 'X-Forwarded-For': `${allowed}, ${outsider}` })).status).to.equal(200);
    expect((await two.byKey({ 'X-Forwarded-For': `${allowed}, ${outsider}, 192.0.2.1` })).status).to.equal(
      403,
    );
  });

  it('PLT-9: is taken from the one header that is named; the other is never read', async () => {
    const usual = await open(1);
    const standard = await open(1, 'forwarded');

    for (const forged of [`for=${allowed}`, 'for="[::1]"', 'nonsense;;"'])
      expect((await usual.byKey({ 'X-Forwarded-For': outsider, Forwarded: forged })).status).to.equal(403);
    expect((await usual.byKey({ 'X-Forwarded-For': allowed, Forwarded: 'for=_a' })).status).to.equal(200);
    expect(
      (await standard.byKey({ Forwarded: `for=${outsider}`, 'X-Forwarded-For': allowed })).status,
    ).to.equal(403);
    const given = `for=${outsider};proto=http, FOR="${allowed}:4711";by=_proxy;proto=https`;
    expect((await standard.byKey({ Forwarded: given })).status).to.equal(200);
  });

  it('PLT-9: is never the socket’s if the header does not fit: that is 400 with the header’s name', async () => {
    const usual = await open(1);
    const two = await open(2);
    const standard = await open(1, 'forwarded');
    const refused = [
      usual.byKey({}),
      usual.byKey({ Forwarded: `for=${allowed}` }),
      usual.byKey({ 'X-Forwarded-For': 'unknown' }),
      usual.byKey({ 'X-Forwarded-For': `${allowed},` }),
      usual.byKey({ 'X-Forwarded-For': 'fe80::1%eth0' }),
      two.byKey({ 'X-Forwarded-For': allowed }),
      standard.byKey({ 'X-Forwarded-For': allowed }),
      standard.byKey({ Forwarded: `for=${allowed}, by=_proxy` }),
      standard.byKey({ Forwarded: `for=${allowed};for=${allowed}` }),
      // A quote that the caller left open must not swallow what the proxy appends.
      standard.byKey({ Forwarded: `for=${allowed}, x=", for=${outsider}` }),
      standard.byKey({ Forwarded: `for=${allowed}, x=", for="[2001:db8::9]"` }),
    ];

    for (const { status, text } of await Promise.all(refused)) {
      expect(status).to.equal(400);
      expect(text).to.match(/"path":"\/header\/(x-forwarded-for|forwarded)","code":"proxy_header.invalid"/);
    }
  });

  it('PLT-9: one line in the log warns of a proxy too that says nothing of its callers, and of one that asks for the metrics', async () => {
    for (const [path, headers] of [
      ['/api/v1/projects', { Via: '1.1 proxy' }],
      ['/metrics', { 'X-Real-IP': allowed }],
    ] as const) {
      const { http, get } = await open(0);
      for (const _ of [1, 2]) await get(path, headers);
      const warnings = http.logLines.filter((line) => line.includes('CHANCERY_TRUSTED_PROXIES'));
      expect(warnings).to.have.length(1);
      expect(JSON.parse(warnings[0] ?? '').header).to.equal(Object.keys(headers)[0]?.toLowerCase());
    }
  });

  it('PLT-9: a forged header opens neither the metrics nor a page', async () => {
    const { get } = await open(1);

    const local = { 'X-Forwarded-For': '127.0.0.1' };
    expect((await get('/metrics', local)).status).to.equal(200);
    for (const forged of ['for=127.0.0.1', 'for="[::1]"'])
      expect((await get('/metrics', { 'X-Forwarded-For': outsider, Forwarded: forged })).status).to.equal(
        403,
      );
    expect((await get('/metrics', { 'X-Forwarded-For': `127.0.0.1, ${outsider}` })).status).to.equal(403);
    expect((await get('/metrics', { Forwarded: 'for=127.0.0.1' })).status).to.equal(400);
  });

  it('PLT-9: a forged header gives no further tries to sign in, and the security log no other address', async () => {
    const throttle = new InProcessThrottle();
    const own = await world({
      settings: { rateLimitScale: 1 },
      ports: { throttle },
    });
    const http = await served({ trustedProxies: 1, world: own });
    opened.push(http);
    const caller = `2001:db8:77:${own.workspaceId.length}::9`;

    const statuses = [];
    for (let index = 1; index <= 21; index += 1) {
      const forged = `192.0.2.${index}`;
      const { status } = await http.call('POST /api/v1/auth/login', {
        headers: { 'X-Forwarded-For': `${forged}, ${caller}`, Forwarded: `for=${forged}` },
        body: {
          email: `nobody.${index}@${own.workspaceId.slice(10)}.example`,
          password: 'not the right one',
        },
      });
      statuses.push(status);
    }

    expect(statuses).to.deep.equal([...Array(20).fill(401), 429]);
    const rows = await http.sql<{ network: string; times: string }>(
      "select network, count(*) times from security_log where network like '2001:db8:77:%' or network like '192.0.2.%' group by network",
    );
    expect(rows.map(({ times }) => Number(times))).to.deep.equal([20]);
  });

  it('PLT-28: a header of 16,000 characters is read in one pass, whatever it is made of', async () => {
    const { get } = await open(1, 'forwarded');
    // The time is that of a path that looks at each place again from the start; a second is far above one pass.
    for (const piece of [' ', '"', 'x="\\', 'for=a,', ';', '\\', 'for="'])
      await get('/metrics', {
        Forwarded: `for=${outsider},${piece.repeat(Math.floor(15_000 / piece.length))}@`,
      });
  });
});
