import { createHash } from 'node:crypto';
import type { SealKey } from '@chancery/core';
import { fromBER, Integer, Null, ObjectIdentifier, OctetString } from 'asn1js';
import { constructed, tags } from './der.ts';
import { type NamesInCertificate, namesIn } from './names-in-certificate.ts';
import { oid } from './object-identifiers.ts';

/** A signature over a file, and the value that a time-stamp proves. */
export interface SealingSignature {
  readonly value: Uint8Array;
  /** SHA-256 of the value. */
  readonly digest: Uint8Array;
  /** The CMS in DER, with a time-stamp token if there is one. */
  encoded(timestampToken: Uint8Array | null): Uint8Array;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const ownedBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

// A message is put together of what is encoded already: the library takes certificates apart for that and puts them together
// again, which costs as much as the signature itself.
const encodedOf = (block: Integer | Null | ObjectIdentifier | OctetString) => new Uint8Array(block.toBER());
const sequence = (...members: readonly Uint8Array[]) => constructed(tags.sequence, members);
const setOf = (...members: readonly Uint8Array[]) => constructed(tags.set, members);
const tagged = (number: number, ...members: readonly Uint8Array[]) =>
  constructed(tags.context + number, members);
const identifier = (value: string) => encodedOf(new ObjectIdentifier({ value }));
const octets = (bytes: Uint8Array) => encodedOf(new OctetString({ valueHex: ownedBuffer(bytes) }));
const one = encodedOf(new Integer({ value: 1 }));
const attribute = (type: string, value: Uint8Array) => sequence(identifier(type), setOf(value));

/**
 * Signs the digest of a file as PAdES baseline asks (ETSI EN 319 142-1, table 1): a detached SignedData with the type and
 * digest of the content and with the certificate that signs, and without the time of signing (SEA-2).
 */
export async function signedDigest(fileSha256: Uint8Array, key: SealKey): Promise<SealingSignature> {
  const [leaf] = key.chain;
  if (leaf === undefined) throw new TypeError('A seal needs a certificate.');
  const named = namesIn(fromBER(ownedBuffer(leaf)).result);
  const attributes = inDerOrder([
    attribute(oid.contentType, identifier(oid.data)),
    attribute(oid.messageDigest, octets(fileSha256)),
    attribute(oid.signingCertificateV2, signingCertificate(named, leaf)),
  ]);
  // What is signed is tagged as a SET; in the message it has another tag (RFC 5652, 5.4).
  const value = await key.sign(setOf(...attributes));
  const signer = [
    one,
    sequence(named.issuer, named.serialNumber),
    sequence(identifier(oid.sha256)),
    tagged(0, ...attributes),
    key.algorithm === 'rsa'
      ? sequence(identifier(oid.rsaEncryption), encodedOf(new Null()))
      : sequence(identifier(oid.ecdsaWithSha256)),
    octets(value),
  ];
  return { value, digest: sha256(value), encoded: (token) => encoded(signer, key.chain, token) };
}

function encoded(
  signer: readonly Uint8Array[],
  chain: readonly Uint8Array[],
  token: Uint8Array | null,
): Uint8Array {
  const unsigned = token === null ? [] : [tagged(1, attribute(oid.signatureTimestamp, token))];
  const content = sequence(
    one,
    setOf(sequence(identifier(oid.sha256))),
    sequence(identifier(oid.data)),
    tagged(0, ...chain),
    setOf(sequence(...signer, ...unsigned)),
  );
  return sequence(identifier(oid.signedData), tagged(0, content));
}

/** The members of a SET OF are ordered by their encodings (X.690, 11.6). */
const inDerOrder = (attributes: readonly Uint8Array[]): Uint8Array[] => [...attributes].sort(Buffer.compare);

/** SigningCertificateV2 (RFC 5035): the digest is SHA-256, which is the default and so not named. */
function signingCertificate({ issuer, serialNumber }: NamesInCertificate, der: Uint8Array): Uint8Array {
  const issuerSerial = sequence(sequence(tagged(4, issuer)), serialNumber);
  return sequence(sequence(sequence(octets(sha256(der)), issuerSerial)));
}
