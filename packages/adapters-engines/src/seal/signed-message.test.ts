import { createHash } from 'node:crypto';
import type { SealKey } from '@chancery/core';
import { expect } from 'chai';
import { signatureFault } from './checked-cms.ts';
import { constructed, tags } from './der.ts';
import { signedDigest } from './sealing-cms.ts';
import { readMessage, type SignedMessage, UnknownForm } from './signed-message.ts';
import { type Folder, issued, temporaryFolder } from './testing/openssl.ts';
import { sealKeyOf } from './testing/seal-key-of.ts';

describe('the message of a seal', () => {
  let folder: Folder;
  let key: SealKey;
  let message: Buffer;
  before(async () => {
    folder = await temporaryFolder();
    const root = await issued(folder, 'root', 'ec');
    key = await sealKeyOf(await issued(folder, 'leaf', 'ec', { issuer: root }), [root]);
    const digest = createHash('sha256').update('a file').digest();
    message = Buffer.from((await signedDigest(digest, key)).encoded(null));
  });
  after(() => folder.remove());

  const readOrRefused = (bytes: Uint8Array): SignedMessage | string => {
    try {
      return readMessage(bytes);
    } catch (error) {
      if (error instanceof UnknownForm) return error.message;
      throw error;
    }
  };

  /** What the signature is over, the signature, and whose it is. */
  const signedBy = ({ signer, leaf }: SignedMessage) =>
    [signer.signedBytes ?? [], signer.signature, leaf.raw].map((bytes) => Buffer.from(bytes).toString('hex'));

  it('SEA-2: is read as it was written, with all certificates of the chain', () => {
    const read = readMessage(Buffer.concat([message, Buffer.alloc(100)]));

    expect(read.certificates.map(({ raw }) => raw.toString('hex'))).to.deep.equal(
      key.chain.map((der) => Buffer.from(der).toString('hex')),
    );
    expect(read.leaf.raw.toString('hex')).to.equal(Buffer.from(key.chain[0] ?? []).toString('hex'));
    expect([read.hashName, read.contentType, read.content]).to.deep.equal([
      'sha256',
      '1.2.840.113549.1.7.1',
      null,
    ]);
    expect(signatureFault(read)).to.equal(null);
  });

  it('with any one byte changed it is refused by a sentence, or says a fault, unless nothing that is signed has changed', () => {
    const whole = readMessage(message);
    const changes = [0x01, 0x20, 0x80, 0xff];
    for (let at = 0; at < message.length; at += 1) {
      const changed = Buffer.from(message);
      changed[at] = (changed[at] ?? 0) ^ (changes[at % changes.length] ?? 0);
      const read = readOrRefused(changed);
      if (typeof read === 'string' || signatureFault(read) !== null) continue;
      expect(signedBy(read), `byte ${at}`).to.deep.equal(signedBy(whole));
    }
  });

  it('a message that ends early, or that something follows, is none', () => {
    for (let length = 0; length < message.length; length += 7)
      expect(readOrRefused(message.subarray(0, length)), `${length} bytes`).to.be.a('string');
    expect(readOrRefused(Buffer.concat([message, Buffer.of(1)]))).to.include('Something follows');
  });

  it('what is well-formed and is no SignedData is refused', () => {
    const empty = constructed(tags.sequence, []);
    for (const bytes of [empty, constructed(tags.set, [empty]), constructed(tags.sequence, [empty, empty])])
      expect(readOrRefused(bytes)).to.equal('The signature is no SignedData (RFC 5652).');
  });

  it('the certificate of the signer is found if its issuer is written in other letters', () => {
    const changed = Buffer.from(message);
    // The name stands in both certificates, twice in that of the root, and then in the signer and in what is signed.
    const name = 'root';
    const inSigned = changed.lastIndexOf(name);
    changed.write('ROOT', changed.lastIndexOf(name, inSigned - 1), 'latin1');

    const read = readMessage(changed);

    expect(read.leaf.raw.toString('hex')).to.equal(Buffer.from(key.chain[0] ?? []).toString('hex'));
    changed.write('boot', changed.lastIndexOf('ROOT'), 'latin1');
    expect(readOrRefused(changed)).to.equal('The message does not hold the certificate of its signer.');
  });
});
