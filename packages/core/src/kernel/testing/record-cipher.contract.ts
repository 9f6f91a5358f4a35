import { expect } from 'chai';
import type { OpenedKey } from '../key-vault.ts';
import type { ByteRange, ByteSource, Random } from '../ports.ts';
import type { RecordCipher } from '../record-cipher.ts';
import { sealedBytes } from './sealed-bytes.ts';

interface Case {
  readonly id: string;
  readonly keyHex: string;
  readonly keyId: string;
  readonly segment: number;
  readonly aad: string;
  readonly saltHex: string;
  readonly plainHex: string;
  readonly sealedHex: string;
}
interface Vectors {
  readonly cases: readonly Case[];
  readonly mustFail: readonly { readonly id: string; readonly aad: string; readonly sealedHex: string }[];
}

const vectors: Vectors = sealedBytes;

const sourceOf = (bytes: Uint8Array, reads: [number, number][] = []): ByteSource => ({
  sizeBytes: bytes.length,
  async read(range = { start: 0, end: bytes.length }) {
    reads.push([range.start, range.end]);
    async function* parts() {
      // In small parts, as a store may give them.
      for (let at = range.start; at < range.end; at += 7)
        yield bytes.subarray(at, Math.min(at + 7, range.end));
    }
    return parts();
  },
});

async function joined(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

async function* inParts(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const nameOf = async (work: () => Promise<unknown> | unknown): Promise<string> => {
  try {
    await work();
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
};

/** Holds every promise of `RecordCipher`. Segments have so many bytes in the vectors; the cipher draws what `random` gives. */
export function recordCipherContract(
  adapterName: string,
  make: (random: Random, segmentBytes?: number) => RecordCipher,
): void {
  const drawn: Random = { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) };
  const key: OpenedKey = { id: 'key-1', bytes: new Uint8Array(32).fill(7) };

  describe(`RecordCipher on ${adapterName}`, () => {
    it('opens what it sealed, for the same key and place alone', async () => {
      const cipher = make(drawn);
      const plain = Buffer.from('What was said.');

      const sealed = cipher.seal(key, plain, 'workspace|entries|1|2');

      expect(Buffer.from(cipher.open(key, sealed, 'workspace|entries|1|2'))).to.deep.equal(plain);
      expect(Buffer.from(sealed).includes(plain)).to.equal(false);
      expect(cipher.seal(key, plain, 'workspace|entries|1|2')).not.to.deep.equal(sealed);
      const others = [
        () => cipher.open(key, sealed, 'workspace|entries|1|3'),
        () => cipher.open({ ...key, bytes: new Uint8Array(32).fill(8) }, sealed, 'workspace|entries|1|2'),
        () => cipher.open({ ...key, id: 'key-2' }, sealed, 'workspace|entries|1|2'),
        () => cipher.open(key, new Uint8Array(0), 'workspace|entries|1|2'),
        ...[...sealed.keys()].map((at) => () => {
          const flipped = Uint8Array.from(sealed);
          flipped[at] = (flipped[at] ?? 0) ^ 1;
          return cipher.open(key, flipped, 'workspace|entries|1|2');
        }),
      ];
      for (const work of others) expect(await nameOf(work)).to.equal('SealedUnreadable');
    });

    for (const each of vectors.cases)
      it(`REC-99: seals a file into the bytes of the vector “${each.id}”, and opens it and each range of it`, async () => {
        const cipher = make({ bytes: () => Buffer.from(each.saltHex, 'hex') }, each.segment);
        const own = { id: each.keyId, bytes: Buffer.from(each.keyHex, 'hex') };
        const plain = Buffer.from(each.plainHex, 'hex');
        const sealed = Buffer.from(each.sealedHex, 'hex');

        for (const size of [1, 5, each.segment, 1000])
          expect(await joined(cipher.sealStream(own, inParts(plain, size), each.aad))).to.deep.equal(sealed);
        expect(cipher.sealedBytes(own, plain.length)).to.equal(sealed.length);
        const whole = await cipher.openStream(own, sourceOf(sealed), each.aad);
        expect(whole.sizeBytes).to.equal(plain.length);
        expect(await joined(whole.content)).to.deep.equal(plain);
        for (let start = 0; start < plain.length; start += 1) {
          const end = Math.min(plain.length, start + each.segment);
          const { content } = await cipher.openStream(own, sourceOf(sealed), each.aad, { start, end });
          expect(await joined(content)).to.deep.equal(plain.subarray(start, end));
        }
      });

    it('REC-99: opens at most two segments for a range as long as one, wherever it begins', async () => {
      const cipher = make(drawn, 16);
      const plain = Buffer.from(Array.from({ length: 100 }, (_, at) => at));
      const sealed = await joined(cipher.sealStream(key, inParts(plain, 30), 'place'));
      const counts = new Set<number>();

      for (let start = 0; start < plain.length; start += 1) {
        const reads: [number, number][] = [];
        const end = Math.min(plain.length, start + 16);
        const { content } = await cipher.openStream(key, sourceOf(sealed, reads), 'place', { start, end });
        expect(await joined(content)).to.deep.equal(plain.subarray(start, end));
        counts.add(reads.length - 1); // the first one is of the header
      }

      expect([...counts].sort()).to.deep.equal([1, 2]);
    });

    it('REC-99: never holds more than one segment and what follows it, however large the file is', async () => {
      const segment = 1000;
      const cipher = make(drawn, segment);
      const [size, part] = [200 * segment, 64];
      let [taken, given, mostSealing, mostOpening] = [0, 0, 0, 0];
      async function* counted(parts: AsyncIterable<Uint8Array>) {
        for await (const each of parts) {
          taken += each.length;
          yield each;
        }
      }
      const all: Uint8Array[] = [];
      for await (const each of cipher.sealStream(
        key,
        counted(inParts(Buffer.alloc(size, 5), part)),
        'place',
      )) {
        mostSealing = Math.max(mostSealing, taken - given);
        given += each.length;
        all.push(each);
      }

      const [header = new Uint8Array()] = all;
      const sealed = Buffer.concat(all);
      [taken, given] = [0, 0];
      const source = sourceOf(sealed);
      const read = async (range?: { start: number; end: number }) => counted(await source.read(range));
      const { content } = await cipher.openStream(key, { ...source, read }, 'place');
      let opened = 0;
      for await (const each of content) {
        // Each segment lies there with a tag.
        mostOpening = Math.max(mostOpening, taken - header.length - opened * (segment + 16));
        opened += 1;
        given += each.length;
      }

      expect(given).to.equal(size);
      expect(mostSealing).to.be.within(segment, segment + part);
      expect(mostOpening).to.equal(segment + 16);
    });

    it('REC-99: gives the parts of a segment as they come, and copies none to put it together', async () => {
      const [segment, part] = [1000, 250];
      const cipher = make(drawn, segment);
      const largest: number[] = [];
      const sized = async (content: AsyncIterable<Uint8Array>) => {
        const all: Uint8Array[] = [];
        for await (const each of content) all.push(each);
        largest.push(Math.max(...all.map(({ length }) => length)));
        return Buffer.concat(all);
      };

      const sealed = await sized(
        cipher.sealStream(key, inParts(Buffer.alloc(4 * segment, 5), part), 'place'),
      );
      const source = {
        ...sourceOf(sealed),
        read: async (range?: ByteRange) => inParts(await joined(await sourceOf(sealed).read(range)), part),
      };
      await sized((await cipher.openStream(key, source, 'place')).content);

      expect(largest).to.deep.equal([part, part]);
    });

    it('REC-99: reads only the segments that a range touches', async () => {
      const cipher = make(drawn, 16);
      const plain = Buffer.alloc(160, 3);
      const sealed = await joined(cipher.sealStream(key, inParts(plain, 50), 'place'));
      const reads: [number, number][] = [];

      const { content } = await cipher.openStream(key, sourceOf(sealed, reads), 'place', {
        start: 40,
        end: 50,
      });

      expect(await joined(content)).to.have.length(10);
      const header = cipher.sealedBytes(key, 0) - 16;
      expect(reads).to.deep.equal([
        [0, header],
        [header + 2 * 32, header + 3 * 32],
        [header + 3 * 32, header + 4 * 32],
      ]);
    });

    for (const each of vectors.mustFail)
      it(`refuses a file of the vectors: ${each.id}`, async () => {
        const [first] = vectors.cases;
        if (first === undefined) throw new TypeError('The vectors are empty');
        const cipher = make(drawn, first.segment);
        const own = { id: first.keyId, bytes: Buffer.from(first.keyHex, 'hex') };

        const name = await nameOf(async () =>
          joined(
            (await cipher.openStream(own, sourceOf(Buffer.from(each.sealedHex, 'hex')), each.aad)).content,
          ),
        );

        expect(name).to.equal('SealedUnreadable');
      });

    it('has segments of 1 MiB, and refuses others', async () => {
      const small = await joined(make(drawn, 16).sealStream(key, inParts(Buffer.alloc(40), 9), 'place'));

      expect(await nameOf(() => make(drawn).openStream(key, sourceOf(small), 'place'))).to.equal(
        'SealedUnreadable',
      );
      expect(make(drawn).sealedBytes(key, 1_048_577) - make(drawn).sealedBytes(key, 1_048_576)).to.equal(17);
    });
  });
}
