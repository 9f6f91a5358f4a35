import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EgressClient, type EgressOutcome, TimestampUnavailable } from '@chancery/core';
import { expect } from 'chai';
import { noTimestampAuthority, Rfc3161TimestampAuthority } from './rfc3161-timestamp-authority.ts';

const execute = promisify(execFile);
const digest = createHash('sha256').update('a signature').digest();
type Answer = (request: Buffer) => Promise<Buffer | number>;

describe('time-stamps by RFC 3161', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  let url: string;
  let answer: Answer;
  const asked: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    asked.push(Buffer.concat(pieces));
    const body = await answer(Buffer.concat(pieces));
    response.writeHead(typeof body === 'number' ? body : 200).end(typeof body === 'number' ? '' : body);
  });
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    await writeFile(
      at('ext'),
      '[v3]\nextendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n',
    );
    await execute('openssl', [
      'genpkey',
      '-algorithm',
      'EC',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-out',
      at('key'),
    ]);
    await execute('openssl', ['req', '-new', '-key', at('key'), '-subj', '/CN=stamp', '-out', at('csr')]);
    const self = ['-signkey', at('key'), '-extfile', at('ext'), '-extensions', 'v3', '-days', '9'];
    await execute('openssl', ['x509', '-req', '-in', at('csr'), ...self, '-out', at('crt')]);
    await writeFile(at('serial'), '01\n');
    await writeFile(
      at('cnf'),
      `[tsa]\ndefault_tsa=own\n[own]\nserial=${at('serial')}\nsigner_digest=sha256\ndefault_policy=1.2.3\ndigests=sha256\ness_cert_id_alg=sha256\n`,
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    asked.length = 0;
    answer = granted;
  });

  /** What OpenSSL answers to a request. */
  const granted: Answer = async (request) => {
    await writeFile(at('query'), request);
    const options = ['-config', at('cnf'), '-queryfile', at('query'), '-out', at('reply')];
    await execute('openssl', ['ts', '-reply', ...options, '-signer', at('crt'), '-inkey', at('key')]);
    return readFile(at('reply'));
  };
  /** The way out, which the authority of the test answers although it has no public address. */
  const egress: EgressClient = {
    allows: async () => true,
    async post(target, headers, body): Promise<EgressOutcome> {
      const response = await fetch(target, { method: 'POST', headers, body: Buffer.from(body) }).catch(
        () => null,
      );
      if (response === null) return { kind: 'connect_error', milliseconds: 1 };
      const content = new Uint8Array(await response.arrayBuffer());
      return { kind: 'answer', milliseconds: 1, status: response.status, headers: {}, body: content };
    },
  };
  const authorityOf = (...urls: string[]) => new Rfc3161TimestampAuthority(urls, 'best_effort', egress);
  const faultOf = (asking: Promise<unknown>) =>
    asking.then(
      () => 'none',
      (error: unknown) => (error instanceof TimestampUnavailable ? error.message : Promise.reject(error)),
    );

  it('gives a token that openssl verifies against the digest', async () => {
    const { token, at: instant, authority } = await authorityOf(url).timestamp(digest);

    await writeFile(at('token'), token);
    const { stdout, stderr } = await execute('openssl', [
      'ts',
      '-verify',
      '-digest',
      digest.toString('hex'),
      '-token_in',
      '-in',
      at('token'),
      '-CAfile',
      at('crt'),
    ]);
    expect(stdout + stderr).to.include('Verification: OK');
    expect(Math.abs(Date.parse(instant) - Date.now())).to.be.lessThan(60_000);
    expect(authority).to.equal(new URL(url).host);
    expect(asked).to.have.length(1);
  });

  it('SEA-9: asks three times, then the next authority, and gives the first token that holds', async () => {
    const dead = 'http://127.0.0.1:1/secret';

    const { authority } = await authorityOf(dead, url).timestamp(digest);
    const fault = await faultOf(authorityOf(dead).timestamp(digest));

    expect(authority).to.equal(new URL(url).host);
    expect(fault).to.equal('127.0.0.1:1: No answer (connect_error).');
  });

  it('SEA-9: a try that fails is made again', async () => {
    let count = 0;
    answer = async (request) => {
      count += 1;
      return count < 3 ? 503 : granted(request);
    };

    await authorityOf(url).timestamp(digest);

    expect(count).to.equal(3);
  });

  it('SEA-9: takes no token about another digest, and none that answers another request', async () => {
    let earlier: Buffer | null = null;
    answer = async (request) => {
      earlier ??= (await granted(request)) as Buffer;
      return earlier;
    };
    await authorityOf(url).timestamp(digest);

    const replayed = await faultOf(authorityOf(url).timestamp(digest));
    const other = await faultOf(authorityOf(url).timestamp(Buffer.alloc(32)));

    expect(replayed).to.include('The token answers another request.');
    expect(other).to.include('The token is about something else.');
    expect(asked).to.have.length(7);
    expect(new Set(asked.map((each) => each.toString('hex'))).size).to.equal(7);
  });

  it('takes no garbage, and no refusal', async () => {
    const bodies: readonly [string, Answer][] = [
      ['is no time-stamp response', async () => Buffer.from('<html>')],
      ['is no time-stamp response', async () => Buffer.alloc(0)],
      ['refused (status 2)', async () => Buffer.from('30053003020102', 'hex')],
      ['without a token', async () => Buffer.from('30053003020100', 'hex')],
      ['is no time-stamp', async () => Buffer.from('30083003020100300101', 'hex')],
      ['status 404', async () => 404],
    ];
    for (const [reason, body] of bodies) {
      answer = body;
      expect(await faultOf(authorityOf(url).timestamp(digest))).to.include(reason);
    }
  });

  it('says so where no authority is configured', async () => {
    expect(noTimestampAuthority.policy).to.equal('none');
    expect(await faultOf(noTimestampAuthority.timestamp(digest))).to.equal(
      'No time-stamp authority is configured.',
    );
  });
});
