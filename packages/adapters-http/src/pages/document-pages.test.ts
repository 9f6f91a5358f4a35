import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { WindowThrottle, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { transform } from 'esbuild';
import { type Served, served } from '../testing/served.ts';

const here = { webUrl: 'https://chancery.example.com', baseUrl: 'https://chancery.example.com' };
const generated = ['chancery-sdk.js', 'chancery-verify.js', 'verify-saved.js'];
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

  /** The scripts that stand in a page, as its policy has to name them. */
  const digestsIn = async (path: `/${string}`) =>
    [...(await http.call(`GET ${path}`)).text.matchAll(/<script>([^<]*)<\/script>/g)]
      .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('');

  it('only the pages that draw documents may start our worker and show pictures that it has made', async () => {
    const drawing = ["img-src 'self' data: blob:", "worker-src 'self'", 'trusted-types chancery-worker'];
    for (const path of ['/sign', '/documents/prepare/0197c0de-0000-7000-8000-000000000001'] as const)
      expect(await policyOf(path)).to.include.members([
        ...drawing,
        "default-src 'none'",
        `script-src 'self'${await digestsIn(path)}`,
        "require-trusted-types-for 'script'",
      ]);
    for (const path of ['/verify', '/upload', '/sign-in', '/register'] as const)
      expect(await policyOf(path)).to.not.include.members(drawing.slice(1));
    expect((await policyOf('/sign')).join()).to.not.match(/unsafe|wasm|https?:|\*/);
  });

  it('only the web apps that a workspace names may show its signing links in a frame, and /sign itself nobody', async () => {
    const framing = async (path: `/${string}`) => {
      const policy = (await policyOf(path)).filter((each) => each.startsWith('frame-ancestors'));
      return policy.join();
    };
    const { chancery, owner, workspaceId, sql } = http;
    const frame = `/sign/embed/${workspaceId}` as const;
    expect(await framing(frame)).to.equal("frame-ancestors 'none'");

    const embeddingOrigins = ['https://app.example.com', 'https://crm.example.com:8443'];
    await chancery.workspace.updateSettings({ embeddingOrigins }, owner.session);

    expect(await framing(frame)).to.equal(
      'frame-ancestors https://app.example.com https://crm.example.com:8443',
    );
    for (const other of ['/sign', '/verify', '/sign/embed/workspace_bbbbbbbbbbbbbbbbbbbbbbbbbb'] as const)
      expect(await framing(other), other).to.equal("frame-ancestors 'none'");
    const { text } = await http.call(`GET ${frame}`);
    expect(text).to.include(`data-frame-workspace="${workspaceId}"`);
    expect(text.replaceAll('&quot;', '"')).to.include(`"headers":{"X-Signing-Workspace":"${workspaceId}"}`);
    expect(text).to.include(`data-frame-origins="${embeddingOrigins.join(' ')}"`);
    // Nothing leads to pages that nobody may frame.
    expect(text).to.not.include('<a ');

    await sql("update workspaces set status = 'closed' where id = $1", [workspaceId]);
    expect(await framing(frame)).to.equal("frame-ancestors 'none'");
    await sql("update workspaces set status = 'active' where id = $1", [workspaceId]);
  });

  it('THR-9: who tries one workspace after the other for its frames is stopped as by links that open nothing', async () => {
    const strict = await served({
      ...here,
      world: await world({ ports: { throttle: new WindowThrottle() } }),
    });
    try {
      const statuses: number[] = [];
      for (let nth = 0; nth < 32; nth += 1)
        statuses.push((await strict.call(`GET /sign/embed/workspace_${nth}`)).status);
      expect([...new Set(statuses.slice(0, 30)), ...statuses.slice(30)]).to.deep.equal([200, 429, 429]);
    } finally {
      await strict.close();
    }
  });

  it('says in English and German that it needs JavaScript', async () => {
    for (const path of ['/sign', '/verify', '/upload'] as const) {
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

  it('what the sign page asks for first comes before the rest of its script, and no module is named twice', async () => {
    const { text } = await http.call('GET /sign');
    const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
    const run = named(/<script type="module" src="\/pages\/\w+\/([\w-]+\.js)"/g);
    const [modules = ''] = named(/data-modules="([^"]+)"/g);
    const loaded = modules.split(' ');
    const nameOf = (address: string) => address.slice(address.lastIndexOf('/') + 1);

    expect(run).to.deep.equal(['sign-first.js', 'sign.js']);
    expect(loaded[0]).to.equal(`${await folder()}build/pdf.min.mjs`);
    expect(loaded.slice(0, 4).map(nameOf)).to.include('pdf-engine.js');
    expect(loaded.map(nameOf)).to.include.members(['signing-link.js', 'sign-ready.js']);
    expect(new Set([...run, ...loaded.map(nameOf)]).size).to.equal(run.length + loaded.length);
    for (const address of loaded)
      expect((await http.call(`GET ${address as `/${string}`}`)).status, address).to.equal(200);
  });

  it('nothing stands before the script in the sign page, so that what it asks for is asked before anything is read', async () => {
    const { text } = await http.call('GET /sign');
    const [head = ''] = text.split('<script>');
    expect(text).to.include('<script>');
    expect(head).to.not.match(/<(link|script|style)\b/);
    expect(text).to.not.include('<link rel="modulepreload"');
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
    for (const name of readdirSync(browser).filter((each) => each.endsWith('.js'))) {
      const source = readFileSync(new URL(name, browser), 'utf8');
      const sent = await http.call(`GET ${address as `/${string}`}${name}`);
      // What is bundled comes as it is.
      if (generated.includes(name)) expect(sent.text === source, name).to.equal(true);
      else expect(sent.text, name).to.not.match(/^\s*(\/\/|\/\*\*$)/m);
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
