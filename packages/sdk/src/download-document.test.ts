import { randomBytes } from 'node:crypto';
import { arrayBuffer } from 'node:stream/consumers';
import { aPdf, sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { type DownloadDocumentOptions, downloadDocument } from './download-document.ts';
import { Chancery } from './index.ts';

const bytes = Buffer.concat([aPdf(1_000), randomBytes(1_000_000)]);

/** An answer whose body breaks off after so many bytes, as a line does. */
function cutAfter(count: number, answer: Response): Response {
  const reader = (answer.body ?? new Blob([]).stream()).getReader();
  let left = count;
  const body = new ReadableStream<Uint8Array>({
    async pull(to) {
      const { value } = await reader.read();
      if (value === undefined) return to.close();
      to.enqueue(value.subarray(0, left));
      left -= value.length;
      if (left > 0) return;
      await reader.cancel();
      to.error(new TypeError('terminated'));
    },
  });
  return new Response(body, answer);
}

describe('downloadDocument', () => {
  let api: Served;
  let documentId: string;
  let ranges: (string | null)[];
  /** What becomes of an answer with content. */
  let line: (answer: Response) => Response;
  let client: Chancery;
  before(async () => {
    api = await served();
  });
  after(() => api.close());
  beforeEach(async () => {
    ranges = [];
    line = (answer) => answer;
    client = new Chancery({
      baseUrl: api.baseUrl,
      accessToken: api.owner.session.credential ?? '',
      wait: async () => undefined,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (!String(url).includes('/content')) return answer;
        ranges.push(new Headers(init?.headers).get('range'));
        return line(answer);
      },
    });
    const file = new File([bytes], 'Lease.pdf');
    documentId = (await client.documents.uploadDocument({ file })).document.id;
  });
  const received = async (options?: DownloadDocumentOptions) => {
    const { stream } = await downloadDocument(client, documentId, options);
    return Buffer.from(await arrayBuffer(stream));
  };
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error) => error.code ?? error.message,
    );

  it('gives the bytes, and what is known of them', async () => {
    const { stream, ...known } = await downloadDocument(client, documentId, { variant: 'original' });

    expect(known).to.deep.equal({
      sha256: sha256Of(bytes),
      sizeBytes: bytes.length,
      mediaType: 'application/pdf',
      fileName: 'Lease.pdf',
      offset: 0,
    });
    expect(Buffer.from(await arrayBuffer(stream)).equals(bytes)).to.equal(true);
  });

  it('goes on from the byte at which the line broke, as often as it breaks', async () => {
    line = (answer) => cutAfter(50_000, answer);

    expect((await received()).equals(bytes)).to.equal(true);
    expect(ranges).to.have.length.greaterThan(10);
    expect(ranges.slice(0, 3)).to.deep.equal([null, 'bytes=50000-', 'bytes=100000-']);
  });

  it('goes on when nothing comes for too long', async () => {
    let isFirst = true;
    line = (answer) => {
      if (!isFirst) return answer;
      isFirst = false;
      return new Response(new ReadableStream({ pull: () => new Promise(() => {}) }), answer);
    };

    expect((await received({ timeoutMs: 1000 })).equals(bytes)).to.equal(true);
    expect(ranges).to.deep.equal([null, 'bytes=0-']);
  });

  it('gives up a line over which nothing gets through', async () => {
    line = (answer) => cutAfter(0, answer);

    expect(await failureOf(received({ maxRetries: 3 }))).to.equal('connection');
    expect(ranges).to.have.length(5);
  });

  it('asks only for what an earlier run has not received, and checks both together', async () => {
    const kept = async function* () {
      yield bytes.subarray(0, 400_000);
    };
    const { stream, offset } = await downloadDocument(client, documentId, { received: async () => kept() });

    expect(offset).to.equal(400_000);
    expect(Buffer.from(await arrayBuffer(stream)).equals(bytes.subarray(400_000))).to.equal(true);
    expect(ranges).to.deep.equal([null, 'bytes=400000-']);
  });

  it('asks for nothing more if all was received', async () => {
    const all = async function* () {
      yield bytes;
    };

    expect(await received({ received: async () => all() })).to.have.length(0);
    expect(ranges).to.deep.equal([null]);
  });

  it('fails at the end if a byte is wrong, wherever it comes from', async () => {
    const wrong = async function* () {
      yield Buffer.alloc(10);
    };
    expect(await failureOf(received({ received: async () => wrong() }))).to.equal('download.digest_mismatch');

    line = (answer) => {
      const changed = Buffer.from(bytes);
      changed[500_000] = (changed[500_000] ?? 0) ^ 1;
      return new Response(changed, answer);
    };
    expect(await failureOf(received())).to.equal('download.digest_mismatch');
  });

  it('does not mix the bytes of two files', async () => {
    line = (answer) => {
      line = () => new Response(bytes, { status: 200, headers: answer.headers });
      return cutAfter(1000, answer);
    };

    expect(await failureOf(received())).to.equal('download.changed');
  });

  it('ends with the reason of its signal, and with what the service says', async () => {
    const stop = new AbortController();
    const { stream } = await downloadDocument(client, documentId, { signal: stop.signal });
    stop.abort(new Error('enough'));
    expect(await failureOf(arrayBuffer(stream))).to.equal('enough');

    documentId = '01900000-0000-7000-8000-000000000000';
    expect(await failureOf(received())).to.equal('document.not_found');
  });

  it('refuses an answer without a digest, as somebody else between would give', async () => {
    line = () => new Response('hello', { headers: { 'content-length': '5' } });
    expect(await failureOf(received())).to.equal('download.malformed');
  });
});
