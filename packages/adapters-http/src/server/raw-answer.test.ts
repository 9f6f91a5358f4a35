import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawAnswer } from '@chancery/core/internal';
import { expect } from 'chai';
import { sendRaw } from './raw-answer.ts';

const trace = { requestId: 'r', correlationId: 'c' };

/** What comes over the wire for a file, asked for with these headers. */
async function fetched(answer: Partial<RawAnswer>, headers: Record<string, string> = {}) {
  const whole = {
    mediaType: 'text/calendar',
    fileName: null,
    content: 'BEGIN',
    etag: null,
    cacheControl: null,
  };
  const server = createServer((request, response) => {
    sendRaw(request, response, { ...whole, ...answer }, trace, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers });
    return {
      status: response.status,
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('sendRaw', () => {
  it('sends text and bytes as they are, with their length', async () => {
    const bytes = Uint8Array.of(0, 255, 13, 10);

    const [text, raw] = [await fetched({ content: 'Größe' }), await fetched({ content: bytes })];

    expect([text.status, Buffer.from(text.bytes).toString('utf8')]).to.deep.equal([200, 'Größe']);
    expect(text.headers.get('content-length')).to.equal('7');
    expect(raw.bytes).to.deep.equal(bytes);
    expect(raw.headers.get('content-disposition')).to.equal(null);
  });

  for (const { tag, status } of [
    { tag: '"v1"', status: 304 },
    { tag: 'W/"v1"', status: 304 },
    { tag: '"v0", "v1"', status: 304 },
    { tag: '*', status: 304 },
    { tag: '"v2"', status: 200 },
    { tag: 'v1', status: 200 },
  ])
    it(`answers ${status} to If-None-Match ${tag}`, async () => {
      const answer = await fetched({ etag: 'v1' }, { 'If-None-Match': tag });

      expect(answer.status).to.equal(status);
      expect(answer.headers.get('etag')).to.equal('"v1"');
      expect(answer.bytes.length).to.equal(status === 304 ? 0 : 5);
    });

  for (const { fileName, disposition } of [
    { fileName: 'invite.ics', disposition: 'attachment; filename="invite.ics"' },
    {
      fileName: 'Größe "A"\\.csv',
      disposition:
        'attachment; filename="Gr__e _A__.csv"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%20%22A%22%5C.csv',
    },
    { fileName: "it's (1).csv", disposition: 'attachment; filename="it\'s (1).csv"' },
    {
      fileName: 'a\r\nSet-Cookie: x',
      disposition: 'attachment; filename="a__Set-Cookie: x"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20x',
    },
  ])
    it(`names ${JSON.stringify(fileName)} so that every client reads it, and so that it cannot add a header`, async () => {
      const { headers } = await fetched({ fileName });

      expect(headers.get('content-disposition')).to.equal(disposition);
      expect(headers.get('set-cookie')).to.equal(null);
    });
});
