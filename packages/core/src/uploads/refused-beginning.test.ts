import { failedFor, failureOf, smallChunk, uploadingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { aPdf, chunkOf, contentDigest } from './testing/uploading.ts';

/** A file that begins like a program. */
function aProgram(): Buffer {
  const bytes = aPdf(600_000);
  bytes.write('\x7fELF\x02\x01', 'latin1');
  return bytes;
}

describe('the beginning of an upload', () => {
  it('UPL-8: a type that the purpose does not take fails for good at the first chunk, as it would when completed', async () => {
    const { begin, send, chancery, owner, remains } = await uploadingWorld();
    const uploadSessionId = await begin();
    await send(uploadSessionId, 1, aProgram());

    expect(await failureOf(send(uploadSessionId, 0, aProgram()))).to.equal('upload.type_not_allowed');

    expect(await remains(uploadSessionId)).to.deep.equal(
      failedFor('upload.type_not_allowed', 'Files of this type are not accepted for this purpose.'),
    );
    for (const again of [
      send(uploadSessionId, 0, aProgram()),
      chancery.uploads.completeUploadSession({ uploadSessionId }, owner.session),
    ])
      expect(await failureOf(again)).to.equal('upload.type_not_allowed');
  });

  it('UPL-8: only bytes with the right digest are judged', async () => {
    const { begin, chancery, owner, read } = await uploadingWorld();
    const uploadSessionId = await begin();
    const chunk = { ...chunkOf(aProgram(), smallChunk, 0), digest: contentDigest(Buffer.from('other')) };

    expect(
      await failureOf(chancery.uploads.storeUploadChunk({ uploadSessionId, ...chunk }, owner.session)),
    ).to.equal('upload.digest_mismatch');

    expect((await read(uploadSessionId)).status).to.equal('open');
  });

  it('UPL-2: where other bytes came first, the later ones are refused alone', async () => {
    const { begin, send, read, ports } = await uploadingWorld();
    const uploadSessionId = await begin();
    const detect = ports.types.detectBeginning.bind(ports.types);
    ports.types.detectBeginning = async (beginning) => {
      ports.types.detectBeginning = detect;
      await send(uploadSessionId, 0);
      return detect(beginning);
    };

    expect(await failureOf(send(uploadSessionId, 0, aProgram()))).to.equal('upload.chunk_conflict');

    expect(await read(uploadSessionId)).to.include({ status: 'open', receivedChunks: 1 });
  });

  it('UPL-8: what only the whole shows, and what a later chunk begins with, is left to completion', async () => {
    const { begin, send, read } = await uploadingWorld();
    const zip = aPdf(600_000);
    zip.write('PK\x03\x04', 'latin1');
    zip.write('\x7fELF\x02\x01', smallChunk, 'latin1');
    const uploadSessionId = await begin();

    await send(uploadSessionId, 0, zip);
    await send(uploadSessionId, 1, zip);

    expect(await read(uploadSessionId)).to.include({ status: 'open', receivedChunks: 2 });
  });

  it('UPL-8: the detector is shown the first 64 KiB, once', async () => {
    const { begin, send, ports } = await uploadingWorld();
    const shown: Buffer[] = [];
    ports.types.detectBeginning = async (beginning) => {
      shown.push(Buffer.from(beginning));
      return null;
    };
    const uploadSessionId = await begin();

    await send(uploadSessionId, 0);
    await send(uploadSessionId, 0);
    await send(uploadSessionId, 1);

    expect(shown).to.deep.equal([aPdf(600_000).subarray(0, 65_536)]);
  });
});
