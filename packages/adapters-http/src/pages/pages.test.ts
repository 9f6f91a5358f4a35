import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

const here = { webUrl: 'https://chancery.example.com', baseUrl: 'https://chancery.example.com' };
const core = new URL('../../../core/src/', import.meta.url);

describe('the pages that we serve if no other web app is configured', () => {
  let http: Served;
  before(async () => {
    http = await served(here);
  });
  after(() => http?.close());

  /** Each path that a mail puts behind the web address. */
  const mailedPaths = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .flatMap((name) => {
      const source = readFileSync(new URL(name, core), 'utf8');
      return [...source.matchAll(/webUrl(?:\}|, ['`])\/([\w/-]*)(\$\{[^}]*\})?/g)].map(
        ([, path = '', id]) => `/${path}${id === undefined ? '' : '0197c0de'}`,
      );
    });

  it('AUT-15: every link of a mail opens a page, which is kept nowhere and shown to nobody else', async () => {
    expect(mailedPaths).to.include.members([
      '/verify-email',
      '/invitation',
      '/settings/sessions',
      '/settings/api-keys',
      '/settings/webhooks/0197c0de',
      '/',
    ]);
    for (const path of new Set([...mailedPaths, '/settings/billing', '/'])) {
      const { status, headers, text } = await http.call(`GET ${path as `/${string}`}`);
      expect(status, path).to.equal(200);
      expect(text).to.match(/^<!doctype html>\n<html lang="en"/);
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
      expect(headers.get('vary')).to.equal('Accept-Language');
    }
  });

  it('a page runs our own files only, and nobody frames it', async () => {
    const { headers, text } = await http.call('GET /verify-email');
    const policy = headers.get('content-security-policy') ?? '';

    expect(policy.split('; ')).to.include.members([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]);
    expect(policy).to.not.match(/unsafe|https?:|\*/);
    expect(text).to.not.match(/<script(?! type="module" src="\/pages\/)|<style|\son\w+=|https?:\/\//);
  });

  it('scripts and style lie under addresses that change with them, and are kept for a year', async () => {
    const { text } = await http.call('GET /sign-in');
    const files = [...text.matchAll(/(?:src|href)="(\/pages\/[^"]+)"/g)].map(([, file = '']) => file);
    const names = files.map((file) => file.split('/').at(-1));
    expect(names).to.include.members([
      'pages.css',
      'sign-in-page.js',
      'sign-in.js',
      'dom.js',
      'chancery-sdk.js',
    ]);
    expect(new Set(names).size).to.equal(names.length);

    for (const file of files) {
      const { status, headers } = await http.call(`GET ${file as `/${string}`}`);
      expect([status, headers.get('cache-control'), headers.get('x-content-type-options')]).to.deep.equal([
        200,
        'public, max-age=31536000, immutable',
        'nosniff',
      ]);
      expect(file).to.match(/^\/pages\/[0-9a-f]{16}\/[\w-]+\.(js|css)$/);
    }
    const [folder] = /^\/pages\/[0-9a-f]{16}\//.exec(files[0] ?? '') ?? [];
    for (const other of ['tsconfig.json', '../package.json', '%2e%2e/package.json', 'nothing.js'])
      expect((await http.call(`GET ${folder as `/${string}`}${other}`)).status).to.equal(404);
  });

  it('what a page loads is compressed if the browser accepts that', async () => {
    const { text } = await http.call('GET /');
    const [, folder = ''] = /src="(\/pages\/[^/]+\/)/.exec(text) ?? [];
    const path = `${folder}livekit-client.js` as const;
    const of = (encoding: string) =>
      http.call(`GET ${path as `/${string}`}`, { headers: { 'Accept-Encoding': encoding } });
    const plain = await of('identity');
    const lengthOf = ({ headers }: typeof plain) => Number(headers.get('content-length'));

    expect([plain.status, plain.headers.get('content-encoding')]).to.deep.equal([200, null]);
    expect(plain.text).to.include('LivekitClient');
    for (const [accepted, encoding] of [
      ['br;q=1, gzip', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const compressed = await of(accepted);
      expect([compressed.status, compressed.headers.get('content-encoding')]).to.deep.equal([200, encoding]);
      expect(compressed.text).to.equal(plain.text);
      expect(lengthOf(compressed)).to.be.below(lengthOf(plain) / 3);
      expect(compressed.headers.get('vary')).to.equal('Accept-Encoding');
    }
    expect(plain.headers.get('vary')).to.equal('Accept-Encoding');
  });

  it('answers HEAD without a body, and takes no other method', async () => {
    const head = await http.call('HEAD /verify-email');
    expect([head.status, head.text]).to.deep.equal([200, '']);
    expect((await http.call('POST /verify-email', { body: {} })).status).to.equal(404);
  });

  it('a page says whose it is, by configuration and not by what the request claims', async () => {
    const { text } = await http.call('GET /sign-in', { headers: { 'X-Forwarded-Host': 'evil.example' } });
    expect(text).to.include('<strong>chancery.example.com</strong>').and.not.include('evil');
  });

  it('none of them is served if another web app is configured', async () => {
    const elsewhere = await served();
    for (const path of ['/verify-email', '/settings/jobs', '/sign-in'] as const)
      expect((await elsewhere.call(`GET ${path}`)).status).to.equal(404);
    await elsewhere.close();
  });
});
