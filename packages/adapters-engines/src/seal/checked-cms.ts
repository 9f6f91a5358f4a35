import { createHash, verify, X509Certificate } from 'node:crypto';
import { type Constructed, fromBER, OctetString, Sequence } from 'asn1js';
import {
  type Attribute,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from 'pkijs';
import { oid } from './object-identifiers.ts';

const hashNames: Readonly<Record<string, string>> = {
  [oid.sha256]: 'sha256',
  [oid.sha384]: 'sha384',
  [oid.sha512]: 'sha512',
};

/** What a SignedData with one signer holds. */
export interface SignedMessage {
  readonly signer: SignerInfo;
  readonly hashName: string;
  /** The certificate that signed, as the message has it. */
  readonly leaf: X509Certificate;
  /** All certificates of the message. */
  readonly certificates: readonly X509Certificate[];
  readonly contentType: string;
  /** What is signed, where the message brings it along. */
  readonly content: Uint8Array | null;
}

/** The message is none, or has a form that no seal of Chancery has. The sentence says what is wrong. */
export class UnknownForm extends Error {
  override readonly name = 'UnknownForm';
}

/** Reads a CMS message. Only zeros may follow it, which fill up the space of a signature. */
export function readMessage(bytes: Uint8Array): SignedMessage {
  const { signed, encodedCertificates } = parsed(bytes);
  const [signer] = signed.signerInfos;
  if (signer === undefined || signed.signerInfos.length !== 1)
    throw new UnknownForm('The message does not have exactly one signer.');
  const hashName = hashNames[signer.digestAlgorithm.algorithmId];
  if (hashName === undefined) throw new UnknownForm('The message uses another digest than SHA-2.');
  const certificates = encodedCertificates.map(x509);
  const readable = (signed.certificates ?? []).filter((each) => each instanceof Certificate);
  const leaf = certificates[readable.findIndex((each) => isSigner(each, signer))];
  if (leaf === undefined) throw new UnknownForm('The message does not hold the certificate of its signer.');
  const { eContentType, eContent } = signed.encapContentInfo;
  return {
    signer,
    hashName,
    leaf,
    certificates,
    contentType: eContentType,
    content: eContent === undefined ? null : new Uint8Array(eContent.getValue()),
  };
}

interface ParsedMessage {
  readonly signed: SignedData;
  /** The certificates of `signed`, in the same order, byte for byte as the message has them. */
  readonly encodedCertificates: readonly Uint8Array[];
}

function parsed(bytes: Uint8Array): ParsedMessage {
  const buffer = new Uint8Array(bytes).buffer;
  const { offset, result } = fromBER(buffer);
  if (offset <= 0) throw new UnknownForm('The signature is no DER.');
  if (bytes.subarray(offset).some((byte) => byte !== 0))
    throw new UnknownForm('Something follows the signature in the space that is kept for it.');
  try {
    const message = new ContentInfo({ schema: result });
    if (message.contentType !== oid.signedData) throw new TypeError();
    const encodedCertificates = certificatesIn(message.content);
    return { signed: new SignedData({ schema: message.content }), encodedCertificates };
  } catch {
    throw new UnknownForm('The signature is no SignedData (RFC 5652).');
  }
}

/** They are a member of their own that is tagged [0]; what is tagged within it is of another kind (RFC 5652, 10.2.3). */
const certificatesIn = (content: Sequence): Uint8Array[] =>
  content.valueBlock.value
    .filter(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0)
    .flatMap((member) => (member as Constructed).valueBlock.value)
    .filter(({ idBlock }) => idBlock.tagClass === 1)
    .map(({ valueBeforeDecodeView }) => valueBeforeDecodeView);

const isSigner = (certificate: Certificate, { sid }: SignerInfo): boolean =>
  sid instanceof IssuerAndSerialNumber &&
  certificate.issuer.isEqual(sid.issuer) &&
  certificate.serialNumber.isEqual(sid.serialNumber);

function x509(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw new UnknownForm('A certificate of the message cannot be read.');
  }
}

/** Whether the message names this digest of the content. */
export function namesDigest({ signer }: SignedMessage, contentDigest: Uint8Array): boolean {
  const value = onlyValue(signer, oid.messageDigest);
  return value instanceof OctetString && Buffer.from(value.getValue()).equals(contentDigest);
}

/** Why the signature over the attributes does not hold, or null if it does. */
export function signatureFault(message: SignedMessage): string | null {
  const { signer, hashName, leaf, contentType } = message;
  const signed = signer.signedAttrs?.encodedValue;
  if (signed === undefined) return 'The message has no signed attributes.';
  const type = onlyValue(signer, oid.contentType);
  if (type?.valueBlock.toString() !== contentType) return 'The signed content type is another.';
  if (!namesCertificate(message)) return 'The signed attributes do not name the certificate that signs.';
  const value = Buffer.from(signer.signature.getValue());
  try {
    return verify(hashName, new Uint8Array(signed), leaf.publicKey, value)
      ? null
      : 'The signature does not belong to the certificate.';
  } catch {
    return 'The signature cannot be checked with the key of the certificate.';
  }
}

/** The signed reference to the certificate (RFC 5035, 5.4; RFC 2634 with SHA-1, which time-stamps still use). */
function namesCertificate({ signer, leaf }: SignedMessage): boolean {
  const [type, defaultHash] =
    attributes(signer, oid.signingCertificateV2).length > 0
      ? [oid.signingCertificateV2, 'sha256']
      : [oid.signingCertificate, 'sha1'];
  const value = onlyValue(signer, type);
  const first = member(member(value, 0), 0);
  const [head] = first instanceof Sequence ? first.valueBlock.value : [];
  const named =
    head instanceof Sequence ? hashNames[member(head, 0)?.valueBlock.toString() ?? ''] : defaultHash;
  const digest = head instanceof Sequence ? member(first, 1) : head;
  if (named === undefined || !(digest instanceof OctetString)) return false;
  return createHash(named).update(leaf.raw).digest().equals(Buffer.from(digest.getValue()));
}

const member = (value: unknown, index: number) =>
  value instanceof Sequence ? value.valueBlock.value[index] : undefined;

export const attributes = ({ signedAttrs }: SignerInfo, type: string): Attribute[] =>
  signedAttrs?.attributes.filter((each) => each.type === type) ?? [];

/** The value of an attribute that the message has once, with one value. */
function onlyValue(signer: SignerInfo, type: string) {
  const [attribute, ...others] = attributes(signer, type);
  return others.length === 0 && attribute?.values.length === 1 ? attribute.values[0] : undefined;
}

/** The time-stamp token over the signature, in DER, or null (ETSI EN 319 122-1, 5.3). */
export function timestampTokenOf({ signer }: SignedMessage): Uint8Array | null {
  const attribute = signer.unsignedAttrs?.attributes.find(({ type }) => type === oid.signatureTimestamp);
  const value = attribute?.values[0];
  return value instanceof Sequence ? new Uint8Array(value.toBER()) : null;
}
