import { randomBytes } from 'node:crypto';
import { aPng, type SentRound, sentRound } from '@chancery/adapters-persistence/testing';
import type { Throttle } from '@chancery/core';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

type Round = SentRound & Served;

/** Counts the buckets of links as an installation does within one minute, and nothing else. */
class LinkCounts implements Throttle {
  readonly #counts = new Map<string, number>();
  async consume(bucket: string, key: string, limit: number) {
    if (!bucket.startsWith('public_token')) return { allowed: true, remaining: limit, retryAfterSeconds: 0 };
    const count = (this.#counts.get(`${bucket} ${key}`) ?? 0) + 1;
    this.#counts.set(`${bucket} ${key}`, count);
    return { allowed: count <= limit, remaining: Math.max(0, limit - count), retryAfterSeconds: 60 };
  }
  async reset(bucket: string, key: string) {
    this.#counts.delete(`${bucket} ${key}`);
  }
}

describe('signing links over HTTP', () => {
  let open: Served[] = [];
  afterEach(async () => {
    await Promise.all(open.map((each) => each.close()));
    open = [];
  });
  async function opened(options: Parameters<typeof sentRound>[0] = {}): Promise<Round> {
    const round = await sentRound(options);
    const http = await served({ world: round, trustedProxies: 1 });
    open.push(http);
    return { ...round, ...http };
  }
  const at = (token: string, path = '') => `/api/v1/document-signing/${token}${path}` as const;
  const content = (round: Round, token: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(round.baseUrl + at(token, '/content'), {
      method,
      headers: { 'X-Forwarded-For': '127.0.0.1', ...headers },
    });

  it('a person with a code reads, signs and is done', async () => {
    const round = await opened({ people: [{ name: 'Grace', verification: 'sms' }] });
    const token = round.tokenOf('Grace');
    expect((await round.call(`GET ${at(token)}`)).body.data.status).to.equal('locked');

    const sent = await round.call(`POST ${at(token, '/otp/send')}`);
    expect([sent.status, sent.body.data.destination]).to.deep.equal([201, '+49 ••• ••• 4521']);
    await round.worker.drain();
    const code = round.ports.sms.sent[0]?.text.slice(0, 6);
    const wrong = await round.call(`POST ${at(token, '/otp/verify')}`, {
      body: { code: code === '000000' ? '111111' : '000000' },
    });
    expect([wrong.status, wrong.body.error.code, wrong.body.error.details]).to.deep.equal([
      400,
      'otp.incorrect',
      [{ path: '/body/code', code: 'otp.attempts_left', message: '4 tries are left with this code.' }],
    ]);
    const verified = await round.call(`POST ${at(token, '/otp/verify')}`, { body: { code } });
    expect(verified.status).to.equal(201);
    const session: Record<string, string> = { 'X-Signing-Session': verified.body.data.sessionToken };

    const refused = await content(round, token);
    expect([refused.status, JSON.parse(await refused.text()).error.code]).to.deep.equal([
      403,
      'signing.verification_required',
    ]);
    const file = await content(round, token, session);
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(round.copy))).to.equal(true);

    const body = { ...round.completion('Grace'), signature: { method: 'drawn', image: aPng() } };
    const { token: _, ...completion } = body;
    const done = await round.call(`POST ${at(token, '/complete')}`, { headers: session, body: completion });
    expect([done.status, done.body.data.documentStatus]).to.deep.equal([201, 'completed']);
    expect((await round.call(`GET ${at(token)}`, { headers: session })).body.data.status).to.equal(
      'completed',
    );
  });

  it('OTP-7: neither token, code nor session is in a log line', async () => {
    const round = await opened({ people: [{ name: 'Grace', verification: 'sms' }] });
    const token = round.tokenOf('Grace');
    await round.call(`POST ${at(token, '/otp/send')}`);
    await round.worker.drain();
    const code = round.ports.sms.sent[0]?.text.slice(0, 6) ?? '';
    const { body } = await round.call(`POST ${at(token, '/otp/verify')}`, { body: { code } });
    const { sessionToken } = body.data;
    await round.call(`GET ${at(token)}`, { headers: { 'X-Signing-Session': sessionToken } });

    const lines = round.logLines.join('\n');
    expect(lines).to.include('verifySigningCode');
    for (const secret of [token, sessionToken, code]) expect(lines).to.not.include(secret);
  });

  it('nothing of it is kept by caches, and no page learns the address', async () => {
    const round = await opened();
    const token = round.tokenOf('Grace');
    const answers = [
      await round.call(`GET ${at(token)}`),
      await content(round, token),
      await content(round, 'A'.repeat(43)),
      await round.call(`POST ${at(token, '/decline')}`, { body: { reason: 'No' } }),
      await round.call(`GET ${at(token)}`),
    ];

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 404, 201, 410]);
    for (const { headers } of answers)
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).to.deep.equal([
        'no-store',
        'no-referrer',
      ]);
  });

  it('the first delivery from byte 0 counts as viewed, and nothing before that', async () => {
    const round = await opened();
    const token = round.tokenOf('Grace');
    const viewed = async () => (await round.happened()).filter(({ type }) => type === 'signer.viewed').length;

    await round.call(`GET ${at(token)}`);
    const head = await content(round, token, {}, 'HEAD');
    const etag = head.headers.get('etag') ?? '';
    const known = await content(round, token, { 'If-None-Match': etag });
    const later = await content(round, token, { Range: 'bytes=5-' });
    expect([head.status, known.status, later.status, await viewed()]).to.deep.equal([200, 304, 206, 0]);

    const first = await content(round, token, { Range: 'bytes=0-3' });
    const whole = await content(round, token);

    expect([first.status, await first.text(), whole.status]).to.deep.equal([206, '%PDF', 200]);
    expect(etag).to.equal(`"sha256-${round.copySha256}"`);
    expect(await viewed()).to.equal(1);
    const { status, viewedAt, lastOpenedAt } = await round.signer('Grace');
    expect([status, viewedAt, lastOpenedAt]).to.deep.equal(['viewed', round.clock.now(), round.clock.now()]);
  });

  it('the stamped copy is delivered whole, and counts as viewed too', async () => {
    const round = await opened();
    const answer = await fetch(`${round.baseUrl}${at(round.tokenOf('Grace'), '/content')}?render=stamped`, {
      headers: { 'X-Forwarded-For': '127.0.0.1' },
    });

    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
    ]).to.deep.equal([200, 'application/pdf', 'inline; filename=letter.pdf']);
    expect(await answer.text()).to.equal(`${round.copy}\n[]`);
    expect((await round.signer('Grace')).status).to.equal('viewed');
  });

  it('SIG-31: a completion takes a body of up to 1 MiB, and no more', async () => {
    const round = await opened();
    const { token, ...completion } = round.completion('Grace');
    const send = (image: string) =>
      round.call(`POST ${at(token, '/complete')}`, {
        body: { ...completion, signature: { method: 'drawn', image } },
      });

    const large = await send(aPng('x'.repeat(300 * 1024)));
    const tooLarge = await send('A'.repeat(1024 * 1024));

    expect([large.status, large.body.error.details[0]?.code]).to.deep.equal([400, 'signature.image_invalid']);
    expect([tooLarge.status, tooLarge.body.error.code]).to.deep.equal([413, 'request.too_large']);
  });

  it('THR-9: a link has sixty calls a minute from wherever they come, and faults of a good link are no misses', async () => {
    const round = await opened({
      people: [{ name: 'Grace', verification: 'sms' }, { name: 'Alan' }],
      settings: { rateLimitScale: 1 },
      ports: { throttle: new LinkCounts() },
    });
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1)
      statuses.push(
        (
          await round.call(`POST ${at(round.tokenOf('Grace'), '/decline')}`, {
            ...from(`198.51.100.${index % 3}`),
            body: { reason: 'No' },
          })
        ).status,
      );
    expect(statuses).to.deep.equal([...Array(60).fill(403), 429]);

    const guesses: number[] = [];
    for (let index = 0; index < 31; index += 1) {
      const guess = randomBytes(32).toString('base64url');
      guesses.push((await round.call(`GET ${at(guess)}`, from('198.51.100.99'))).status);
    }
    expect(guesses).to.deep.equal([...Array(30).fill(404), 429]);
    expect((await round.call(`GET ${at(round.tokenOf('Alan'))}`, from('198.51.100.0'))).status).to.equal(200);
    const faulty = { ...from('198.51.100.5'), body: { ...round.completion('Alan'), token: undefined } };
    for (let index = 0; index < 35; index += 1)
      expect((await round.call(`POST ${at(round.tokenOf('Alan'), '/complete')}`, faulty)).status).to.equal(
        400,
      );
    expect((await round.call(`GET ${at(round.tokenOf('Alan'))}`, from('198.51.100.5'))).status).to.equal(200);
  });

  it('SEA-17: a digest of a round that is open, and what is no digest, are not found alike', async () => {
    const round = await opened();
    const ask = (digest: string) => round.call(`GET /api/v1/document-verifications/${digest}`);

    const answers = [await ask(round.copySha256), await ask('no-digest')];

    expect(answers.map(({ status, body }) => [status, body.error.code])).to.deep.equal([
      [404, 'verification.not_found'],
      [404, 'verification.not_found'],
    ]);
  });

  it('SEA-15: a certificate is refused until the document is sealed', async () => {
    const round = await opened();
    const { status, body } = await round.call(`GET /api/v1/documents/${round.documentId}/certificate`, {
      token: round.owner.session.credential,
    });

    expect([status, body.error.code]).to.deep.equal([409, 'document.not_sealed']);
  });
});
