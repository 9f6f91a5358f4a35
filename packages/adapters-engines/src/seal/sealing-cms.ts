import { createHash } from 'node:crypto';
import type { SealKey } from '@chancery/core';
import { Constructed, Integer, Null, ObjectIdentifier, OctetString, Sequence, Set as SetOf } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
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
const algorithm = (algorithmId: string) => new AlgorithmIdentifier({ algorithmId });

/**
 * Signs the digest of a file as PAdES baseline asks (ETSI EN 319 142-1, table 1): a detached SignedData with the type and
 * digest of the content and with the certificate that signs, and without the time of signing (SEA-2).
 */
export async function signedDigest(fileSha256: Uint8Array, key: SealKey): Promise<SealingSignature> {
  const certificates = key.chain.map((der) => Certificate.fromBER(ownedBuffer(der)));
  const [leaf] = certificates;
  const [leafDer] = key.chain;
  if (leaf === undefined || leafDer === undefined) throw new TypeError('A seal needs a certificate.');
  const attributes = inDerOrder([
    attribute(oid.contentType, new ObjectIdentifier({ value: oid.data })),
    attribute(oid.messageDigest, new OctetString({ valueHex: ownedBuffer(fileSha256) })),
    attribute(oid.signingCertificateV2, signingCertificate(leaf, leafDer)),
  ]);
  // What is signed is tagged as a SET; in the message it has another tag (RFC 5652, 5.4).
  const signed = new Uint8Array(new SetOf({ value: attributes.map((each) => each.toSchema()) }).toBER());
  const value = await key.sign(signed);

  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: leaf.issuer, serialNumber: leaf.serialNumber }),
    digestAlgorithm: algorithm(oid.sha256),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
    signatureAlgorithm:
      key.algorithm === 'rsa'
        ? new AlgorithmIdentifier({ algorithmId: oid.rsaEncryption, algorithmParams: new Null() })
        : algorithm(oid.ecdsaWithSha256),
    signature: new OctetString({ valueHex: ownedBuffer(value) }),
  });
  return { value, digest: sha256(value), encoded: (token) => encoded(signer, certificates, token) };
}

function encoded(signer: SignerInfo, certificates: Certificate[], token: Uint8Array | null): Uint8Array {
  if (token !== null) {
    const values = [ContentInfo.fromBER(ownedBuffer(token)).toSchema()];
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [new Attribute({ type: oid.signatureTimestamp, values })],
    });
  }
  const content = new SignedData({
    version: 1,
    digestAlgorithms: [algorithm(oid.sha256)],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates,
    signerInfos: [signer],
  }).toSchema(true);
  const message = new ContentInfo({ contentType: oid.signedData, content });
  return new Uint8Array(message.toSchema().toBER());
}

const attribute = (type: string, value: unknown): Attribute => new Attribute({ type, values: [value] });

/** The members of a SET OF are ordered by their encodings (X.690, 11.6). */
const inDerOrder = (attributes: readonly Attribute[]): Attribute[] =>
  attributes
    .map((each) => ({ each, der: Buffer.from(each.toSchema().toBER()) }))
    .sort((a, b) => Buffer.compare(a.der, b.der))
    .map(({ each }) => each);

/** SigningCertificateV2 (RFC 5035): the digest is SHA-256, which is the default and so not named. */
function signingCertificate({ issuer, serialNumber }: Certificate, der: Uint8Array): Sequence {
  const directoryName = new Constructed({
    idBlock: { tagClass: 3, tagNumber: 4 },
    value: [issuer.toSchema()],
  });
  const issuerSerial = new Sequence({
    value: [
      new Sequence({ value: [directoryName] }),
      new Integer({ valueHex: ownedBuffer(serialNumber.valueBlock.valueHexView) }),
    ],
  });
  const certificate = new Sequence({
    value: [new OctetString({ valueHex: ownedBuffer(sha256(der)) }), issuerSerial],
  });
  return new Sequence({ value: [new Sequence({ value: [certificate] })] });
}
