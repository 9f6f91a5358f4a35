import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { transform } from 'esbuild';
import { type Served, served } from '../testing/served.ts';

const here = { webUrl: 'https://chancery.example.com', baseUrl: 'https://chancery.example.com' };
const browser = new URL('../../browser/', import.meta.url);

describe('the pages of documents', () => {
  let http: Served;
  before(async () => {
    http = await served(here);
  });
  after(() => http?.close());
  const policyOf = async (path: `/${string}`) =>
    ((await http.call(`GET ${path}`)).headers.get('content-security-policy') ?? '').split('; ');
  const folder = async () =>
    /data-pdf-folder="([^"]+)"/.exec((await http.call('GET /sign')).text)?.[1] as `/${string}`;

  it('only the page that draws documents may start our worker and show pictures that it has made', async () => {
    const drawing = ["img-src 'self' data: blob:", "worker-src 'self'", 'trusted-types chancery-worker'];
    expect(await policyOf('/sign')).to.include.members([
      ...drawing,
      "default-src 'none'",
      "script-src 'self'",
      "require-trusted-types-for 'script'",
    ]);
    for (const path of ['/verify', '/sign-in', '/register'] as const)
      expect(await policyOf(path)).to.not.include.members(drawing.slice(1));
    expect((await policyOf('/sign')).join()).to.not.match(/unsafe|wasm|https?:|\*/);
  });

  it('says in English and German that it needs JavaScript', async () => {
    for (const path of ['/sign', '/verify'] as const) {
      expect((await http.call(`GET ${path}`)).text).to.match(/<noscript>.*needs JavaScript/);
      const german = await http.call(`GET ${path}`, { headers: { 'Accept-Language': 'de-AT' } });
      expect(german.text).to.match(/<noscript>.*braucht .*JavaScript/);
    }
  });

  it('pdf.js, its fonts and the face of signatures lie under addresses of their versions, for a year', async () => {
    const { text } = await http.call('GET /sign');
    const [, face = ''] = /data-signature-face="([^"]+)"/.exec(text) ?? [];
    const pdf = await folder();
    expect(pdf).to.equal('/pages/pdfjs-5.6.205/');
    const types = {
      [`${pdf}build/pdf.min.mjs`]: 'text/javascript; charset=utf-8',
      [`${pdf}build/pdf.worker.min.mjs`]: 'text/javascript; charset=utf-8',
      [`${pdf}wasm/openjpeg_nowasm_fallback.js`]: 'text/javascript; charset=utf-8',
      [`${pdf}standard_fonts/FoxitSerif.pfb`]: 'application/octet-stream',
      [`${pdf}cmaps/UniJIS-UTF16-H.bcmap`]: 'application/octet-stream',
      [face]: 'font/ttf',
    };
    for (const [path, type] of Object.entries(types)) {
      const { status, headers } = await http.call(`GET ${path as `/${string}`}`);
      expect([status, headers.get('content-type'), headers.get('cache-control')], path).to.deep.equal([
        200,
        type,
        'public, max-age=31536000, immutable',
      ]);
    }
    for (const other of [
      'package.json',
      'wasm/openjpeg.wasm',
      'build/pdf.sandbox.min.mjs',
      'web/pdf_viewer.mjs',
    ])
      expect((await http.call(`GET ${pdf}${other}`)).status, other).to.equal(404);
  });

  it('the worker that reads a document asks only us, whatever is in the document', async () => {
    const { headers } = await http.call(`GET ${await folder()}build/pdf.worker.min.mjs`);
    expect(headers.get('content-security-policy')).to.equal(
      "default-src 'none'; script-src 'self'; connect-src 'self'",
    );
  });

  it('our scripts are served without their comments, and mean the same', async () => {
    const { text } = await http.call('GET /sign');
    const [, address = ''] = /src="(\/pages\/[^/]+\/)sign\.js/.exec(text) ?? [];
    const plain = async (code: string) => (await transform(code, { minify: true, format: 'esm' })).code;
    for (const name of readdirSync(browser).filter(
      (each) => each.endsWith('.js') && each !== 'chancery-sdk.js',
    )) {
      const source = readFileSync(new URL(name, browser), 'utf8');
      const sent = await http.call(`GET ${address as `/${string}`}${name}`);
      expect(sent.text, name).to.not.match(/^\s*(\/\/|\/\*\*$)/m);
      expect((await plain(sent.text)) === (await plain(source)), name).to.equal(true);
    }
  });

  it('without HTTPS a page computes the same SHA-256 as the browser would', async () => {
    const { computedSha256 } = await import(new URL('computed-sha256.js', browser).href);
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 70_001]) {
      const bytes = randomBytes(length);
      const expected = createHash('sha256').update(bytes).digest('hex');
      expect(Buffer.from(computedSha256(bytes)).toString('hex'), String(length)).to.equal(expected);
    }
  });
});
