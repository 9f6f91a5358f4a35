import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { storedPage } from './stored-page.ts';

/** The head and the bytes of an answer. */
async function asked(page: ReturnType<typeof storedPage>, headers: Record<string, string> = {}) {
  const seen: { status: number; headers: Record<string, unknown>; body: Buffer } = {
    status: 0,
    headers: {},
    body: Buffer.alloc(0),
  };
  const response = {
    writeHead(status: number, given: Record<string, unknown>) {
      Object.assign(seen, { status, headers: given });
      return response;
    },
    end(bytes: Buffer = Buffer.alloc(0)) {
      seen.body = bytes;
    },
  };
  // A page reads headers and writes an answer; a whole socket adds nothing to that.
  await page({ headers } as never, response as never);
  return seen;
}

describe('a page that is the same for everybody', () => {
  const text = 'Chancery '.repeat(1000);
  let written: number;
  const page = () => {
    written = 0;
    return storedPage(() => {
      written += 1;
      return { body: text, headers: { 'Content-Type': 'text/plain' } };
    });
  };

  it('is written once, packed once in each way, and unpacks to what was written', async () => {
    const stored = page();
    const [plain, gzip, brotli, again] = [
      await asked(stored),
      await asked(stored, { 'accept-encoding': 'deflate, gzip;q=0.5' }),
      await asked(stored, { 'accept-encoding': 'gzip, br' }),
      await asked(stored, { 'accept-encoding': 'br' }),
    ];

    expect(written).to.equal(1);
    expect(again.body).to.equal(brotli.body);
    expect(plain.body.toString()).to.equal(text);
    expect(gunzipSync(gzip.body).toString()).to.equal(text);
    expect(brotliDecompressSync(brotli.body).toString()).to.equal(text);
    expect([plain, gzip, brotli].map(({ headers }) => headers['Content-Encoding'])).to.deep.equal([
      undefined,
      'gzip',
      'br',
    ]);
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.ETag)).size).to.equal(3);
    expect(brotli.headers).to.include({ Vary: 'Accept-Encoding', 'Content-Length': brotli.body.byteLength });
  });

  it('is answered with 304 to who has it in the same packing, and is not packed for a refusal of packing', async () => {
    const stored = page();
    const { headers } = await asked(stored, { 'accept-encoding': 'br' });
    const known = { 'if-none-match': `"other", W/${headers.ETag}` };

    const fresh = await asked(stored, { ...known, 'accept-encoding': 'br' });
    expect([fresh.status, fresh.body.byteLength, fresh.headers.ETag]).to.deep.equal([304, 0, headers.ETag]);
    expect((await asked(stored, { ...known, 'accept-encoding': 'gzip' })).status).to.equal(200);
    const refused = await asked(stored, { 'accept-encoding': 'br;q=0, gzip; q=0.0' });
    expect(refused.headers).to.not.have.property('Content-Encoding');
  });
});
