import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Client, type FileContent } from './index.ts';

const route = 'POST /api/v1/things/{thingId}/files';

describe('PLT-20: a file that is sent', () => {
  let failures = 0;
  let seen: { readonly path: string; readonly form: FormData; readonly chunked: boolean }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.concat(parts), { headers }).formData();
    seen.push({ path: request.url ?? '', form, chunked: request.headers['content-length'] === undefined });
    const failed = failures > 0;
    failures -= 1;
    response.writeHead(failed ? 503 : 201, { 'content-type': 'application/json' });
    response.end(
      failed
        ? '{"success":false,"error":{"code":"dependency.unavailable","message":"Away."}}'
        : '{"success":true,"data":{"stored":true},"meta":{}}',
    );
  });
  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => server.close());
  beforeEach(() => {
    seen = [];
    failures = 0;
  });

  const client = () =>
    new Client({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      wait: async () => undefined,
    });
  const sent = (file: FileContent) =>
    client().sendFile(route, {
      thingId: '1',
      name: 'Größe "A"',
      tags: ['a'],
      note: undefined,
      file,
    } as never);

  async function* pieces() {
    yield new TextEncoder().encode('%PDF');
    yield new TextEncoder().encode('-1.7');
  }
  const streams = () => ReadableStream.from(pieces()) as ReadableStream<Uint8Array>;
  const contents: readonly (readonly [string, () => FileContent, string, string, boolean])[] = [
    [
      'a File',
      () => new File(['%PDF-1.7'], 'ä.pdf', { type: 'application/pdf' }),
      'ä.pdf',
      'application/pdf',
      false,
    ],
    ['a Blob', () => new Blob(['%PDF-1.7']), 'file', 'application/octet-stream', false],
    ['bytes', () => new TextEncoder().encode('%PDF-1.7'), 'file', 'application/octet-stream', false],
    ['a stream', streams, 'file', 'application/octet-stream', true],
    ['an async iterable', () => pieces(), 'file', 'application/octet-stream', true],
    [
      'a stream with a name',
      () => ({ name: 'ä "1".pdf', type: 'application/pdf', content: streams() }),
      'ä "1".pdf',
      'application/pdf',
      true,
    ],
  ];
  for (const [what, content, name, type, chunked] of contents)
    it(`is ${what}: it arrives with its fields, its name and its type`, async () => {
      expect(await sent(content())).to.deep.equal({ stored: true });

      const [{ path, form, chunked: wasChunked } = { path: '', form: new FormData(), chunked: null }] = seen;
      const file = form.get('file') as File;
      expect([path, wasChunked]).to.deep.equal(['/api/v1/things/1/files', chunked]);
      expect([...form.keys()]).to.deep.equal(['name', 'tags', 'file']);
      expect([form.get('name'), form.get('tags')]).to.deep.equal(['Größe "A"', '["a"]']);
      expect([decodeURIComponent(file.name), file.type, await file.text()]).to.deep.equal([
        name,
        type,
        '%PDF-1.7',
      ]);
    });

  it('is sent again after a failure if it can be read again, and else once', async () => {
    failures = 1;
    await sent(new Blob(['x']));
    expect(seen.length).to.equal(2);

    failures = 1;
    const failure = await sent(pieces()).catch((error: Error) => error);
    expect([(failure as Error).name, seen.length]).to.deep.equal(['UnavailableError', 3]);
  });
});
