import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import sinon from 'sinon';
import { contentDigest, digestsOf, sourceOf } from './upload-source.ts';

const bytes = randomBytes(2500);

describe('the digests of a file that is uploaded', () => {
  afterEach(() => sinon.restore());

  it('are those of the whole and of its pieces, of each byte read once', async () => {
    const source = await sourceOf(new Uint8Array(bytes));
    const read = sinon.spy(source, 'read');
    const digest = sinon.spy(crypto.subtle, 'digest');
    const passed: number[] = [];

    const digests = await digestsOf(source, 1000, (at) => passed.push(at), undefined);

    expect(digests.sha256).to.equal(createHash('sha256').update(bytes).digest('hex'));
    expect([digests.of(0, 1000), digests.of(1000, 2000), digests.of(2000, 2500)]).to.deep.equal(
      await Promise.all(
        [
          [0, 1000],
          [1000, 2000],
          [2000, 2500],
        ].map(([start, end]) => contentDigest(new Uint8Array(bytes.subarray(start, end)))),
      ),
    );
    expect(read.getCalls().map(({ args: [start, end] }) => [start, end])).to.deep.equal([
      [0, 1000],
      [1000, 2000],
      [2000, 2500],
    ]);
    expect(passed).to.deep.equal([1000, 2000, 2500]);
    expect(digest.callCount).to.equal(6); // three of them are this test's own
  });

  it('are not known of pieces that are cut in another way', async () => {
    const digests = await digestsOf(await sourceOf(new Uint8Array(bytes)), 1000, () => undefined, undefined);

    expect([digests.of(0, 500), digests.of(500, 1000), digests.of(0, 2000)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('of nothing are the hash of nothing', async () => {
    const { sha256 } = await digestsOf(await sourceOf(new Uint8Array()), 1000, () => undefined, undefined);

    expect(sha256).to.equal(createHash('sha256').digest('hex'));
  });

  it('a signal ends the reading', async () => {
    const stop = new AbortController();
    const reading = digestsOf(
      await sourceOf(new Uint8Array(bytes)),
      1000,
      () => stop.abort(new Error('enough')),
      stop.signal,
    );

    expect(await reading.catch(({ message }: Error) => message)).to.equal('enough');
  });
});
