import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { world } from '@chancery/adapters-persistence/testing';
import type { BlobStore } from '@chancery/core';
import type { MadeFile, StoredFile } from '@chancery/core/internal';
import { expect } from 'chai';
import { stub } from 'sinon';
import { aMadeFile, aStoredFile, OneObjectStore } from '../testing/file-use-cases.ts';
import { routeOf, type ServedUseCase, servedUseCase } from '../testing/served-use-case.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const tag = '"sha256-1"';

const described = {
  mediaType: 'text/plain; charset=utf-8',
  fileName: 'letters.txt',
  etag: 'sha256-1',
  cacheControl: 'private, no-cache',
};

describe('bytes out', () => {
  let served: ServedUseCase | null = null;
  let credential: string | null = null;
  afterEach(async () => {
    await served?.close();
    served = null;
  });

  /** The object under the key `letters`, whole or in a store of the test. */
  async function stored(content: string, over: Partial<StoredFile> = {}, blobs?: Pick<BlobStore, 'get'>) {
    const made = await world(blobs === undefined ? {} : { ports: { blobs: blobs as BlobStore } });
    if (blobs === undefined) await made.ports.blobs.put('letters', Buffer.from(content));
    const file = { ...described, stored: { blobKey: 'letters', sizeBytes: content.length }, ...over };
    served = await servedUseCase(
      made.chancery,
      routeOf(
        aStoredFile(() => file),
        'GET',
        'file',
      ),
    );
    credential = made.owner.session.credential;
    return asking(served, credential);
  }

  async function madeOf(content: MadeFile['content'], over: Partial<MadeFile> = {}) {
    const { chancery, owner } = await world();
    const file = { ...described, content, ...over };
    served = await servedUseCase(
      chancery,
      routeOf(
        aMadeFile(() => file),
        'GET',
        'file',
      ),
    );
    credential = owner.session.credential;
    return asking(served, credential);
  }

  /** Asks the served use case with these headers, as the owner of the workspace. */
  const asking =
    ({ url }: ServedUseCase, token: string | null) =>
    (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(url, { method, headers: { Authorization: `Bearer ${token}`, ...headers } });

  type Row = readonly [
    what: string,
    headers: Record<string, string>,
    status: number,
    body: string,
    more?: { readonly range?: string; readonly method?: 'HEAD'; readonly size?: number },
  ];
  const several = { range: 'bytes */26' };
  const rows: readonly Row[] = [
    ['the whole, if nothing else is asked for', {}, 200, alphabet],
    ['a range at the beginning', { Range: 'bytes=0-4' }, 206, 'abcde', { range: 'bytes 0-4/26' }],
    ['a range in the middle', { Range: 'bytes=5-9' }, 206, 'fghij', { range: 'bytes 5-9/26' }],
    ['a range of one byte', { Range: 'bytes=0-0' }, 206, 'a', { range: 'bytes 0-0/26' }],
    ['the last byte', { Range: 'bytes=25-25' }, 206, 'z', { range: 'bytes 25-25/26' }],
    ['a range without an end', { Range: 'bytes=20-' }, 206, 'uvwxyz', { range: 'bytes 20-25/26' }],
    ['the whole as a range', { Range: 'bytes=0-' }, 206, alphabet, { range: 'bytes 0-25/26' }],
    ['a range that ends behind the end', { Range: 'bytes=24-99' }, 206, 'yz', { range: 'bytes 24-25/26' }],
    ['a suffix', { Range: 'bytes=-3' }, 206, 'xyz', { range: 'bytes 23-25/26' }],
    ['a suffix longer than the file', { Range: 'bytes=-99' }, 206, alphabet, { range: 'bytes 0-25/26' }],
    ['a unit in capitals', { Range: 'BYTES=0-1' }, 206, 'ab', { range: 'bytes 0-1/26' }],
    ['white space around a range', { Range: 'bytes= 0-1 ' }, 206, 'ab', { range: 'bytes 0-1/26' }],
    ['an empty element of the list', { Range: 'bytes=,0-1,' }, 206, 'ab', { range: 'bytes 0-1/26' }],
    ['zeros before a number', { Range: 'bytes=00-01' }, 206, 'ab', { range: 'bytes 0-1/26' }],
    ['a range that begins at the end', { Range: 'bytes=26-' }, 416, '', several],
    ['a range behind the end', { Range: 'bytes=99-100' }, 416, '', several],
    ['a position of many digits', { Range: `bytes=${'9'.repeat(400)}-` }, 416, '', several],
    ['an empty suffix', { Range: 'bytes=-0' }, 416, '', several],
    ['several ranges', { Range: 'bytes=0-1,4-5' }, 416, '', several],
    ['several ranges that overlap', { Range: 'bytes=0-9,5-14' }, 416, '', several],
    ['several ranges of which one can be had', { Range: 'bytes=0-1,99-' }, 416, '', several],
    ['a range of an empty file', { Range: 'bytes=0-' }, 416, '', { range: 'bytes */0', size: 0 }],
    ['a suffix of an empty file', { Range: 'bytes=-5' }, 416, '', { range: 'bytes */0', size: 0 }],
    ['the whole of an empty file', {}, 200, '', { size: 0 }],
    ['another unit, which is ignored', { Range: 'lines=0-1' }, 200, alphabet],
    ['a range that ends before it begins, which is ignored', { Range: 'bytes=5-2' }, 200, alphabet],
    ['a range without numbers, which is ignored', { Range: 'bytes=-' }, 200, alphabet],
    ['a range with letters, which is ignored', { Range: 'bytes=a-b' }, 200, alphabet],
    ['a range with a sign, which is ignored', { Range: 'bytes=+1-2' }, 200, alphabet],
    ['one range of several that cannot be read', { Range: 'bytes=0-1,x' }, 200, alphabet],
    ['no range at all in the list', { Range: 'bytes=' }, 200, alphabet],
    ['If-Range with this tag', { Range: 'bytes=0-1', 'If-Range': tag }, 206, 'ab', { range: 'bytes 0-1/26' }],
    ['If-Range with another tag', { Range: 'bytes=0-1', 'If-Range': '"x"' }, 200, alphabet],
    [
      'If-Range with the weak tag, which never matches',
      { Range: 'bytes=0-1', 'If-Range': `W/${tag}` },
      200,
      alphabet,
    ],
    [
      'If-Range with a date, for no date of a change is known',
      { Range: 'bytes=0-1', 'If-Range': 'Mon, 23 Nov 2026 12:00:00 GMT' },
      200,
      alphabet,
    ],
    [
      'If-Range with another tag, before a range that cannot be had',
      { Range: 'bytes=99-', 'If-Range': '"x"' },
      200,
      alphabet,
    ],
    ['If-Range without a range', { 'If-Range': '"x"' }, 200, alphabet],
    ['If-None-Match with this tag', { 'If-None-Match': tag }, 304, ''],
    ['If-None-Match with the weak tag', { 'If-None-Match': `W/${tag}` }, 304, ''],
    ['If-None-Match with a list', { 'If-None-Match': `"a, b", ${tag}` }, 304, ''],
    ['If-None-Match with a star', { 'If-None-Match': '*' }, 304, ''],
    ['If-None-Match with another tag', { 'If-None-Match': '"x"' }, 200, alphabet],
    ['If-None-Match without quotes', { 'If-None-Match': 'sha256-1' }, 200, alphabet],
    ['If-None-Match, which comes before a range', { 'If-None-Match': tag, Range: 'bytes=0-1' }, 304, ''],
    [
      'If-None-Match, which comes before a range that cannot be had',
      { 'If-None-Match': tag, Range: 'bytes=99-' },
      304,
      '',
    ],
    [
      'If-None-Match with another tag, and a range',
      { 'If-None-Match': '"x"', Range: 'bytes=0-1' },
      206,
      'ab',
      { range: 'bytes 0-1/26' },
    ],
    [
      'If-Modified-Since, for no date is known',
      { 'If-Modified-Since': 'Mon, 23 Nov 2026 12:00:00 GMT' },
      200,
      alphabet,
    ],
    ['If-Match with this tag', { 'If-Match': tag }, 200, alphabet],
    ['If-Match with a star', { 'If-Match': '*' }, 200, alphabet],
    ['If-Match with another tag', { 'If-Match': '"x"' }, 412, ''],
    ['If-Match with the weak tag', { 'If-Match': `W/${tag}` }, 412, ''],
    ['If-Match, which comes before If-None-Match', { 'If-Match': '"x"', 'If-None-Match': tag }, 412, ''],
    ['HEAD', {}, 200, '', { method: 'HEAD' }],
    ['HEAD with a range, which only GET knows', { Range: 'bytes=0-1' }, 200, '', { method: 'HEAD' }],
    ['HEAD with If-None-Match', { 'If-None-Match': tag }, 304, '', { method: 'HEAD' }],
  ];
  for (const [what, headers, status, body, { range, method = 'GET', size = 26 } = {}] of rows)
    it(`PLT-19: ${what}: ${method} is answered ${status}`, async () => {
      const ask = await stored(alphabet.slice(0, size));

      const answer = await ask(headers, method);

      const text = await answer.text();
      expect([answer.status, answer.headers.get('content-range')]).to.deep.equal([status, range ?? null]);
      if (status < 400) expect(text).to.equal(body);
      if (status === 416) expect(JSON.parse(text).error.code).to.equal('range.not_satisfiable');
      if (status === 412) expect(JSON.parse(text).error.code).to.equal('version_conflict');
      if (status === 200 || status === 206)
        expect({
          length: answer.headers.get('content-length'),
          accepts: answer.headers.get('accept-ranges'),
          tag: answer.headers.get('etag'),
          type: answer.headers.get('content-type'),
          sniffing: answer.headers.get('x-content-type-options'),
        }).to.deep.equal({
          length: String(method === 'HEAD' ? size : body.length),
          accepts: 'bytes',
          tag,
          type: 'text/plain; charset=utf-8',
          sniffing: 'nosniff',
        });
      if (status === 304)
        expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).to.deep.equal([
          tag,
          'private, no-cache',
        ]);
    });

  it('PLT-19: a range is asked of the store, and nothing is for HEAD, 304, 412 and 416', async () => {
    const store = new OneObjectStore(async function* () {
      yield Buffer.from('cd');
    });
    const ask = await stored(alphabet, {}, store);

    const answers = [
      await ask({}, 'HEAD'),
      await ask({ 'If-None-Match': tag }),
      await ask({ 'If-Match': '"x"' }),
      await ask({ Range: 'bytes=99-' }),
      await ask({ Range: 'bytes=2-3' }),
    ];

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 304, 412, 416, 206]);
    expect(await answers[4]?.text()).to.equal('cd');
    expect(store.begun).to.deep.equal([{ start: 2, end: 4 }]);
  });

  it('PLT-19: a caller who goes away ends the read of the store at once, though it waits for its next part', async () => {
    let given: AbortSignal | undefined;
    const store = new OneObjectStore(async function* (_, signal) {
      given = signal;
      yield Buffer.alloc(1024);
      // A store that has fallen silent, and ends as the port promises.
      await new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('given up')), { once: true }),
      );
    });
    await stored('x'.repeat(4096), {}, store);

    const response = await opened();
    await once(response, 'data');
    response.destroy();

    await until(() => store.over === 1);
    expect(given?.aborted).to.equal(true);
    await until(() => (served?.logLines ?? []).some((line) => JSON.parse(line).cutBy === 'caller'));
  });

  it('PLT-19: a caller who goes away while the answer waits to be read ends the read of the store', async () => {
    let parts = 0;
    const store = new OneObjectStore(async function* () {
      for (;;) {
        parts += 1;
        yield Buffer.alloc(256 * 1024);
      }
    });
    await stored('x', { stored: { blobKey: 'letters', sizeBytes: 1024 ** 3 } }, store);

    const response = await opened();
    // The caller reads nothing: the store is asked for what fits between the two, and no more.
    response.pause();
    await until(() => parts > 1);
    response.destroy();

    await until(() => store.over === 1);
    expect(parts).to.be.below(200);
  });

  const broken: readonly [string, () => AsyncIterable<Uint8Array>][] = [
    [
      'fails in the middle',
      async function* () {
        yield Buffer.alloc(100_000);
        throw new Error('the disk is gone');
      },
    ],
    [
      'ends too early',
      async function* () {
        yield Buffer.alloc(100_000);
      },
    ],
    [
      'gives more than there should be',
      async function* () {
        yield Buffer.alloc(100_000);
        yield Buffer.alloc(200_001);
      },
    ],
  ];
  for (const [how, parts] of broken)
    it(`PLT-19: a store that ${how} cuts the connection, and nothing is made up`, async () => {
      const store = new OneObjectStore(parts);
      const ask = await stored('x'.repeat(300_000), {}, store);

      const answer = await ask();
      const text = await answer.text().catch((error: Error) => error);

      expect([answer.status, answer.headers.get('content-length')]).to.deep.equal([200, '300000']);
      expect(text).to.be.instanceOf(TypeError);
      await until(() => (served?.logLines ?? []).length === 2);
      const [error, line] = (served?.logLines ?? []).map((each) => JSON.parse(each));
      expect([error.msg, line.cutBy, line.bytes < 300_000 || how.startsWith('gives')]).to.deep.equal([
        'an answer broke off in the middle',
        'source',
        true,
      ]);
    });

  for (const [how, get] of [
    ['is away', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['has lost the object', async () => null],
    [
      'fails at the first part',
      async () =>
        (async function* () {
          yield* [] as Uint8Array[];
          throw new Error('the disk is gone');
        })(),
    ],
  ] as const)
    it(`PLT-19: a store that ${how} is answered 503, not by an answer that breaks off`, async () => {
      const ask = await stored(alphabet, {}, { get });

      const answer = await ask();

      expect([answer.status, JSON.parse(await answer.text()).error.code]).to.deep.equal([
        503,
        'dependency.unavailable',
      ]);
    });

  it('PLT-19: what is made is sent while it is made, in the pace of the caller', async () => {
    let made = 0;
    await madeOf(
      (async function* () {
        for (; made < 4000; made += 1) yield 'x'.repeat(64 * 1024);
      })(),
    );

    const response = await opened();
    response.pause();
    await until(() => made > 1);
    const early = made;
    let size = 0;
    for await (const part of response) size += part.length;

    expect([response.statusCode, response.headers['content-length'], size]).to.deep.equal([
      200,
      undefined,
      4000 * 64 * 1024,
    ]);
    expect(early).to.be.below(1000);
  });

  it('PLT-19: what fails before its first part is a failure, and afterwards a connection that is cut', async () => {
    const atOnce = await madeOf(
      (async function* () {
        yield* [] as string[];
        throw new Error('the database is gone');
      })(),
    );
    expect((await atOnce()).status).to.equal(500);
    await served?.close();

    const later = await madeOf(
      (async function* () {
        yield 'name\r\n';
        throw new Error('the database is gone');
      })(),
    );
    const text = await later()
      .then((answer) => answer.text())
      .catch((error: Error) => error);
    expect(text).to.be.instanceOf(TypeError);
  });

  it('PLT-19: a file that is made is no part of a HEAD, and whoever has its tag gets none', async () => {
    let begun = false;
    const content = {
      async *[Symbol.asyncIterator]() {
        begun = true;
        yield 'x';
      },
    };
    const ask = await madeOf(content);

    const answers = [await ask({}, 'HEAD'), await ask({ 'If-None-Match': tag })];

    expect([answers.map(({ status }) => status), begun]).to.deep.equal([[200, 304], false]);
  });

  for (const [content, text] of [
    ['Größe', 'Größe'],
    [Uint8Array.of(0x61, 0x62), 'ab'],
  ] as const)
    it(`PLT-19: what is small is sent in one piece with its length: ${text}`, async () => {
      const answer = await (await madeOf(content))();

      expect([answer.headers.get('content-length'), await answer.text()]).to.deep.equal([
        String(Buffer.byteLength(content)),
        text,
      ]);
    });

  it('PORT-4: a slow answer is asked about every ten seconds, however few bytes it has sent', async () => {
    let milliseconds = 0;
    const clock = stub(performance, 'now').callsFake(() => milliseconds);
    const asked: number[] = [];
    const slow = new OneObjectStore(async function* () {
      for (const part of ['abc', 'def', 'ghi', 'jkl']) {
        yield Buffer.from(part);
        milliseconds += 6000;
      }
    });
    const isStillServed = async () => {
      asked.push(milliseconds);
      return false;
    };
    try {
      const ask = await stored(
        'abcdefghijkl',
        { stored: { blobKey: 'letters', sizeBytes: 12, isStillServed } },
        slow,
      );
      const received = await ask()
        .then((answer) => answer.text())
        .catch(() => 'cut');
      expect(received).to.equal('cut');
      expect(asked).to.deep.equal([12_000]);
    } finally {
      clock.restore();
    }

    // Nothing has failed: the line of the request says why it was cut, and there is no other.
    await until(() => (served?.logLines ?? []).length > 0);
    expect((served?.logLines ?? []).map((each) => JSON.parse(each).cutBy)).to.deep.equal(['withdrawn']);
  });

  for (const [fileName, disposition, header] of [
    ['invite.ics', undefined, 'attachment; filename=invite.ics'],
    ['invite.ics', 'inline', 'inline; filename=invite.ics'],
    [null, undefined, null],
    [null, 'attachment', 'attachment'],
    [
      'Größe 世.csv',
      undefined,
      'attachment; filename="Gr??e ?.csv"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%20%E4%B8%96.csv',
    ],
    ['a"b\\c.csv', undefined, 'attachment; filename="a\\"b\\\\c.csv"'],
    [
      'a\r\nSet-Cookie: x',
      undefined,
      'attachment; filename="a??Set-Cookie: x"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20x',
    ],
  ] as const)
    it(`PLT-19: the name ${JSON.stringify(fileName)} is given so that every client reads it, and adds no header`, async () => {
      const ask = await madeOf('x', { fileName, ...(disposition === undefined ? {} : { disposition }) });

      const { headers } = await ask();

      expect(headers.get('content-disposition')).to.equal(header);
      expect(headers.get('set-cookie')).to.equal(null);
    });

  /** A response whose body nobody has begun to read. */
  async function opened(): Promise<IncomingMessage> {
    const request = get(served?.url ?? '', { headers: { Authorization: `Bearer ${credential}` } });
    const [response] = await once(request, 'response');
    return response;
  }
});

/** Waits for what another turn of the event loop brings. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
