import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { BlobStore } from '../ports.ts';

export interface OpenBlobStore {
  readonly store: BlobStore;
  /** How many reads are open at this moment: files, connections. */
  openReads(): number;
  /** Clears up what the test left. */
  close(): Promise<void>;
}

const hostileKeys = [
  '',
  '/',
  '.',
  '..',
  '../outside',
  'a/../../outside',
  'a/..',
  'a/./b',
  '/absolute',
  'a//b',
  'a/',
  'a\\..\\b',
  'a b',
  'a\0b',
  'a%2e%2e',
  'ä',
  '~a',
  'a:b',
  'a\n',
  'a/b\n',
  `${'a/'.repeat(2000)}a`,
  'a'.repeat(2000),
];

/** Holds every promise of `BlobStore`. `open` makes an empty store; `takesPieces` says whether its objects can be written in pieces. */
export function blobStoreContract(
  adapterName: string,
  open: () => Promise<OpenBlobStore>,
  { takesPieces = false }: { readonly takesPieces?: boolean } = {},
): void {
  blobPiecesContract(adapterName, open, takesPieces);
  describe(`BlobStore on ${adapterName}`, () => {
    let store: BlobStore;
    let close: () => Promise<void>;
    let openReads: () => number;
    beforeEach(async () => {
      ({ store, close, openReads } = await open());
    });
    afterEach(() => close());

    it('gives back what was put, as bytes or as a stream, and says its size', async () => {
      expect(await store.put('ws/a/1', bytes('hello'))).to.deep.equal({ sizeBytes: 5 });
      expect(await store.put('ws/a/2', streamOf('wor', '', 'ld!'))).to.deep.equal({ sizeBytes: 6 });

      expect(await textOf(store, 'ws/a/1')).to.equal('hello');
      expect(await textOf(store, 'ws/a/2')).to.equal('world!');
      expect(await store.head('ws/a/2')).to.deep.equal({ sizeBytes: 6 });
    });

    it('holds empty objects', async () => {
      expect(await store.put('empty/bytes', bytes(''))).to.deep.equal({ sizeBytes: 0 });
      expect(await store.put('empty/stream', streamOf())).to.deep.equal({ sizeBytes: 0 });

      for (const key of ['empty/bytes', 'empty/stream']) {
        expect(await textOf(store, key)).to.equal('');
        expect(await store.head(key)).to.deep.equal({ sizeBytes: 0 });
      }
    });

    it('holds large objects byte for byte, also when they come in chunks of any size', async () => {
      const expected = createHash('sha256');
      for await (const chunk of patternOf(24 * 1024 * 1024 + 7)) expected.update(chunk);

      const info = await store.put('large', patternOf(24 * 1024 * 1024 + 7));
      const actual = createHash('sha256');
      for await (const chunk of await found(store, 'large')) actual.update(chunk);

      expect(info).to.deep.equal({ sizeBytes: 24 * 1024 * 1024 + 7 });
      expect(actual.digest('hex')).to.equal(expected.digest('hex'));
    });

    it('takes a stream of the announced size, small or large', async () => {
      for (const sizeBytes of [0, 5, 9 * 1024 * 1024]) {
        expect(await store.put('told', patternOf(sizeBytes), { sizeBytes })).to.deep.equal({ sizeBytes });
        expect(await store.head('told')).to.deep.equal({ sizeBytes });
      }
    });

    for (const [what, told] of [['longer', 4_999_999] as const, ['shorter', 5_000_001] as const]) {
      it(`leaves nothing of a stream that is ${what} than was announced`, async () => {
        expect(await failureOf(store.put('a', patternOf(5_000_000), { sizeBytes: told }))).to.equal(
          `The stream is ${what} than was announced.`,
        );
        expect(await keysOf(store, '')).to.deep.equal([]);
      });
    }

    it('leaves nothing of a stream of announced size that failed, even at its very end, and says why', async () => {
      async function* failing() {
        yield* patternOf(5_000_000);
        throw new Error('the sender went away');
      }

      const failure = await failureOf(store.put('a/b', failing(), { sizeBytes: 5_000_000 }));

      expect(failure).to.equal('the sender went away');
      expect(await keysOf(store, '')).to.deep.equal([]);
    });

    it('takes every character that a key may have', async () => {
      const keys = ['A-Z/a_z/0=9/.hidden', '...', '..a/a..b', 'x.tar.gz', '-', '_', '='];
      for (const key of keys) await store.put(key, bytes(key));

      for (const key of keys) expect(await textOf(store, key)).to.equal(key);
    });

    it('replaces an object as a whole', async () => {
      await store.put('a/b', bytes('a long first version'));
      await store.put('a/b', streamOf('short'));

      expect(await textOf(store, 'a/b')).to.equal('short');
      expect(await store.head('a/b')).to.deep.equal({ sizeBytes: 5 });
    });

    it('never shows a mixture of two writers', async () => {
      const versions = ['x', 'y', 'z'].map((letter) => letter.repeat(100_000));
      await Promise.all(
        versions.map((version) => store.put('a/b', streamOf(...(version.match(/.{1,9000}/g) ?? [])))),
      );

      expect(versions).to.include(await textOf(store, 'a/b'));
    });

    it('has no object until the stream has ended', async () => {
      await store.put('replaced', bytes('before'));
      const seen: unknown[] = [];
      async function* watching() {
        yield bytes('x'.repeat(1000));
        seen.push(await store.head('new'), await textOf(store, 'replaced'));
        yield bytes('y');
      }

      await store.put('replaced', watching());
      expect(seen.splice(0)).to.deep.equal([null, 'before']);
      await store.put('new', watching());
      expect(seen[0]).to.equal(null);
      expect(await store.head('new')).to.deep.equal({ sizeBytes: 1001 });
    });

    for (const [size, sizeBytes] of [['small', 10] as const, ['large', 20 * 1024 * 1024] as const]) {
      it(`leaves no object and no trace of a ${size} stream that failed, and says why`, async () => {
        async function* failing() {
          yield* patternOf(sizeBytes);
          throw new Error('the sender went away');
        }

        const failure = await failureOf(store.put('a/b', failing()));

        expect(failure).to.equal('the sender went away');
        expect(await store.head('a/b')).to.equal(null);
        expect(await keysOf(store, '')).to.deep.equal([]);
      });
    }

    it('keeps the former object when its replacement fails', async () => {
      await store.put('a/b', bytes('before'));
      async function* failing() {
        yield bytes('after');
        throw new Error('the sender went away');
      }

      await failureOf(store.put('a/b', failing()));

      expect(await textOf(store, 'a/b')).to.equal('before');
    });

    it('answers null for what is not there, also for a folder of objects', async () => {
      await store.put('folder/object', bytes('x'));

      for (const key of ['missing', 'folder', 'folder/missing', 'folder/object/below']) {
        expect(await store.get(key), key).to.equal(null);
        expect(await store.get(key, { start: 0, end: 1 }), key).to.equal(null);
        expect(await store.get(key, { start: 0, end: 0 }), key).to.equal(null);
        expect(await store.head(key), key).to.equal(null);
      }
    });

    it('reads ranges with the start and without the end, as far as the object goes', async () => {
      await store.put('digits', bytes('0123456789'));
      const cases: [number, number, string][] = [
        [0, 10, '0123456789'],
        [0, 1, '0'],
        [3, 7, '3456'],
        [9, 10, '9'],
        [8, 500, '89'],
        [4, 4, ''],
        [10, 12, ''],
        [500, 600, ''],
      ];

      for (const [start, end, expected] of cases) {
        expect(await textOf(store, 'digits', { start, end }), `${start} to ${end}`).to.equal(expected);
      }
    });

    it('refuses a range that is none', async () => {
      await store.put('digits', bytes('0123456789'));

      for (const [start, end] of [
        [-1, 3],
        [5, 4],
        [0.5, 3],
        [0, Number.NaN],
      ] as const) {
        expect(await failureOf(store.get('digits', { start, end })), `${start} to ${end}`).not.to.equal(
          'none',
        );
      }
    });

    it('lets a reader stop early', async () => {
      await store.put('large', patternOf(2 * 1024 * 1024));

      for await (const chunk of await found(store, 'large')) {
        expect(chunk.byteLength).to.be.greaterThan(0);
        break;
      }

      await store.delete('large');
      expect(await store.head('large')).to.equal(null);
    });

    it('PLT-19: gives its bytes in parts of at most 256 KiB, of a range too', async () => {
      await store.put('large', patternOf(2 * 1024 * 1024));

      for (const range of [undefined, { start: 7, end: 1_500_000 }]) {
        let size = 0;
        for await (const chunk of await found(store, 'large', range)) {
          expect(chunk.byteLength).to.be.at.most(256 * 1024);
          size += chunk.byteLength;
        }
        expect(size).to.equal(range === undefined ? 2 * 1024 * 1024 : 1_499_993);
      }
    });

    it('PLT-19: ends its read when the reader stops, or never begins', async () => {
      await store.put('large', patternOf(20 * 1024 * 1024));

      for (const range of [undefined, { start: 1, end: 19_000_000 }])
        for await (const _ of await found(store, 'large', range)) break;
      const unread = new AbortController();
      await store.get('large', undefined, unread.signal);
      unread.abort();

      await until(() => openReads() === 0);
    });

    it('PLT-19: ends its read at once when it is given up, even one that nobody is reading on', async () => {
      await store.put('large', patternOf(20 * 1024 * 1024));
      const given = new AbortController();
      const parts = (await store.get('large', undefined, given.signal))?.[Symbol.asyncIterator]();
      await parts?.next();

      given.abort();
      const failure = await failureOf(drained(parts));

      expect(failure).not.to.equal('none');
      await until(() => openReads() === 0);
      expect(await failureOf(readBy(store, given.signal))).not.to.equal('none');
    });

    it('deletes, and deletes again without an error', async () => {
      await store.put('a/b/c', bytes('x'));
      await store.put('a/b/d', bytes('y'));

      await store.delete('a/b/c');
      await store.delete('a/b/c');
      await store.delete('never/was');
      await store.delete('a/b');

      expect(await store.get('a/b/c')).to.equal(null);
      expect(await textOf(store, 'a/b/d')).to.equal('y');
    });

    it('puts and deletes side by side in one folder', async () => {
      const keys = Array.from({ length: 8 }, (_, index) => `shared/folder/${index}`);
      await Promise.all(
        keys.map(async (key) => {
          for (let round = 0; round < 15; round += 1) {
            await store.put(key, bytes(key));
            await store.delete(key);
          }
          await store.put(key, bytes(key));
        }),
      );

      expect(await keysOf(store, 'shared/')).to.deep.equal(keys);
    });

    it('lists the keys that begin with a prefix, and all of them', async () => {
      const keys = ['ws/1/up/a', 'ws/1/up/b', 'ws/1/content', 'ws/10/up/a', 'ws/2/up/a', 'zz'];
      for (const key of keys) await store.put(key, bytes('x'));

      expect(await keysOf(store, 'ws/1/')).to.deep.equal(['ws/1/content', 'ws/1/up/a', 'ws/1/up/b']);
      expect(await keysOf(store, 'ws/1')).to.deep.equal([
        'ws/1/content',
        'ws/1/up/a',
        'ws/1/up/b',
        'ws/10/up/a',
      ]);
      expect(await keysOf(store, 'ws/1/up/a')).to.deep.equal(['ws/1/up/a']);
      expect(await keysOf(store, 'ws/3/')).to.deep.equal([]);
      expect(await keysOf(store, 'zz/')).to.deep.equal([]);
      expect(await keysOf(store, '')).to.deep.equal([...keys].sort());
    });

    it('lists an empty store', async () => {
      expect(await keysOf(store, '')).to.deep.equal([]);
      expect(await keysOf(store, 'any/thing')).to.deep.equal([]);
    });

    it('refuses keys that could lead elsewhere, in every method', async () => {
      for (const key of hostileKeys) {
        const label = JSON.stringify(key.slice(0, 40));
        expect(await failureOf(store.put(key, bytes('x'))), label).not.to.equal('none');
        expect(await failureOf(store.get(key)), label).not.to.equal('none');
        expect(await failureOf(store.head(key)), label).not.to.equal('none');
        expect(await failureOf(store.delete(key)), label).not.to.equal('none');
      }
      for (const prefix of ['..', '../', 'a/../..', '/etc', 'a//', './', 'a b', 'a\0']) {
        const isMalformed = prefix !== '..'; // keys may begin with two dots
        if (isMalformed) expect(await failureOf(keysOf(store, prefix)), prefix).not.to.equal('none');
        else expect(await keysOf(store, prefix)).to.deep.equal([]);
      }
      expect(await keysOf(store, '')).to.deep.equal([]);
    });

    it('probes itself and leaves nothing behind', async () => {
      await Promise.all([store.probe(), store.probe()]);

      expect(await keysOf(store, '')).to.deep.equal([]);
    });
  });
}

/** Holds the promises of `BlobPieces`, or that there are none. */
function blobPiecesContract(
  adapterName: string,
  open: () => Promise<OpenBlobStore>,
  takesPieces: boolean,
): void {
  describe(`BlobPieces on ${adapterName}`, () => {
    let store: BlobStore;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ store, close } = await open());
    });
    afterEach(() => close());
    const piecesOf = ({ pieces }: BlobStore) => {
      if (pieces === null) throw new Error('the store takes no pieces');
      return pieces;
    };

    if (!takesPieces) {
      it('says that an object can be stored as a whole only', () => {
        expect(store.pieces).to.equal(null);
      });
      return;
    }

    it('writes pieces in any order and at once, as bytes or as a stream, and reads ranges before all are there', async () => {
      const pieces = piecesOf(store);
      await pieces.begin('ws/a/whole');
      expect(await store.head('ws/a/whole')).to.deep.equal({ sizeBytes: 0 });

      expect(await pieces.write('ws/a/whole', 6, streamOf('wor', '', 'ld'), { sizeBytes: 5 })).to.equal(true);
      expect(await textOf(store, 'ws/a/whole', { start: 6, end: 11 })).to.equal('world');
      await Promise.all([
        pieces.write('ws/a/whole', 0, bytes('hello'), { sizeBytes: 5 }),
        pieces.write('ws/a/whole', 5, bytes(' '), { sizeBytes: 1 }),
        pieces.write('ws/a/whole', 11, bytes(''), { sizeBytes: 0 }),
      ]);

      expect(await textOf(store, 'ws/a/whole')).to.equal('hello world');
      expect(await keysOf(store, '')).to.deep.equal(['ws/a/whole']);
    });

    it('writes large pieces byte for byte', async () => {
      const pieces = piecesOf(store);
      const sizeBytes = 5 * 1024 * 1024 + 7;
      const expected = createHash('sha256');
      for await (const chunk of patternOf(sizeBytes)) expected.update(chunk);
      await pieces.begin('large');

      await pieces.write('large', 3 * sizeBytes, patternOf(sizeBytes), { sizeBytes });

      const actual = createHash('sha256');
      for await (const chunk of await found(store, 'large', { start: 3 * sizeBytes, end: 4 * sizeBytes }))
        actual.update(chunk);
      expect(actual.digest('hex')).to.equal(expected.digest('hex'));
      expect(await store.head('large')).to.deep.equal({ sizeBytes: 4 * sizeBytes });
    });

    it('touches nothing beyond the place of a piece that is longer or shorter than announced, or that fails', async () => {
      const pieces = piecesOf(store);
      await pieces.begin('a');
      await pieces.write('a', 0, bytes('0123456789'), { sizeBytes: 10 });
      async function* failing() {
        yield bytes('xx');
        throw new Error('the sender went away');
      }

      expect(await failureOf(pieces.write('a', 3, streamOf('x', 'xxx'), { sizeBytes: 3 }))).to.equal(
        'The stream is longer than was announced.',
      );
      expect(await failureOf(pieces.write('a', 3, streamOf('x'), { sizeBytes: 3 }))).to.equal(
        'The stream is shorter than was announced.',
      );
      expect(await failureOf(pieces.write('a', 3, failing(), { sizeBytes: 3 }))).to.equal(
        'the sender went away',
      );

      expect(await textOf(store, 'a', { start: 0, end: 3 })).to.equal('012');
      expect(await textOf(store, 'a', { start: 6, end: 10 })).to.equal('6789');
    });

    it('begins no object twice', async () => {
      const pieces = piecesOf(store);
      await pieces.begin('a');
      await pieces.write('a', 0, bytes('x'), { sizeBytes: 1 });

      expect(await failureOf(pieces.begin('a'))).not.to.equal('none');
      expect(await textOf(store, 'a')).to.equal('x');
    });

    it('writes nothing to an object that was not begun or is deleted, and reads nothing of the stream', async () => {
      const pieces = piecesOf(store);
      await pieces.begin('deleted');
      await store.delete('deleted');
      let isRead = false;
      async function* watched() {
        isRead = true;
        yield bytes('x');
      }

      for (const key of ['never/begun', 'deleted'])
        expect(await pieces.write(key, 0, watched(), { sizeBytes: 1 }), key).to.equal(false);

      expect(isRead).to.equal(false);
      expect(await keysOf(store, '')).to.deep.equal([]);
    });

    it('hashes an object beside its writing, as far as is said, and goes on from there', async () => {
      const pieces = piecesOf(store);
      const [sizeBytes, half] = [5 * 1024 * 1024 + 7, 2 * 1024 * 1024 + 3];
      const expected = [createHash('sha256'), createHash('sha256')] as const;
      for await (const part of patternOf(half)) for (const hash of expected) hash.update(part);
      for await (const part of patternOf(sizeBytes - half)) expected[1].update(part);
      await pieces.begin('ws/a/whole');
      const [hash, other] = [pieces.hashing('ws/a/whole'), pieces.hashing('ws/a/whole')];

      await pieces.write('ws/a/whole', half, patternOf(sizeBytes - half), { sizeBytes: sizeBytes - half });
      await pieces.write('ws/a/whole', 0, patternOf(half), { sizeBytes: half });
      hash.reach(1);
      hash.reach(half);
      const first = await hash.hex(half);
      const both = await Promise.all([hash.hex(sizeBytes), other.hex(sizeBytes)]);

      const [ofHalf, ofWhole] = expected.map((each) => each.digest('hex'));
      expect([first, ...both]).to.deep.equal([ofHalf, ofWhole, ofWhole]);
      expect(await hash.hex(sizeBytes)).to.equal(ofWhole);
      hash.end();
      other.end();
    });

    it('gives no hash of what is not there, or was ended', async () => {
      const pieces = piecesOf(store);
      await pieces.begin('short');
      await pieces.write('short', 0, bytes('hello'), { sizeBytes: 5 });
      const hashes = [pieces.hashing('short'), pieces.hashing('never-begun'), pieces.hashing('short')];
      hashes[2]?.end();

      expect(await failureOf(hashes[0]?.hex(6) ?? Promise.resolve())).not.to.equal('none');
      for (const hash of hashes.slice(1)) expect(await failureOf(hash.hex(5))).not.to.equal('none');
      const again = pieces.hashing('short');
      expect(await again.hex(5)).to.equal(createHash('sha256').update('hello').digest('hex'));
      for (const hash of [...hashes, again]) hash.end();
    });

    it('refuses keys that could lead elsewhere', async () => {
      const pieces = piecesOf(store);
      for (const key of hostileKeys) {
        const label = JSON.stringify(key.slice(0, 40));
        expect(await failureOf(pieces.begin(key)), label).not.to.equal('none');
        expect(await failureOf(pieces.write(key, 0, bytes('x'), { sizeBytes: 1 })), label).not.to.equal(
          'none',
        );
      }
      expect(await keysOf(store, '')).to.deep.equal([]);
    });
  });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* streamOf(...texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield bytes(text);
}

/** Bytes that repeat with no power of two, in chunks of uneven sizes. */
async function* patternOf(sizeBytes: number): AsyncIterable<Uint8Array> {
  const pattern = Uint8Array.from({ length: 65_521 }, (_, index) => (index * 31) % 251);
  for (let sent = 0; sent < sizeBytes; ) {
    const chunk = pattern.subarray(0, Math.min(pattern.length - (sent % 7), sizeBytes - sent));
    yield chunk;
    sent += chunk.length;
  }
}

async function drained(parts: AsyncIterator<Uint8Array> | undefined): Promise<void> {
  while ((await parts?.next())?.done === false) {
    // Read to its end, which is an error.
  }
}

async function readBy(store: BlobStore, signal: AbortSignal): Promise<void> {
  const stream = await store.get('large', undefined, signal);
  await drained(stream?.[Symbol.asyncIterator]());
}

/** Waits for what another turn of the event loop brings. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

async function found(
  store: BlobStore,
  key: string,
  range?: { readonly start: number; readonly end: number },
): Promise<AsyncIterable<Uint8Array>> {
  const stream = await store.get(key, range);
  if (!stream) throw new Error(`there is no ${key}`);
  return stream;
}

async function textOf(
  store: BlobStore,
  key: string,
  range?: { readonly start: number; readonly end: number },
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of await found(store, key, range)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

async function keysOf(store: BlobStore, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of store.list(prefix)) keys.push(key);
  return keys.sort();
}

const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
