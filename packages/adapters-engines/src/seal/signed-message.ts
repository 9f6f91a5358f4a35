import { X509Certificate } from 'node:crypto';
import { type BaseBlock, fromBER, ObjectIdentifier, OctetString } from 'asn1js';
import { RelativeDistinguishedNames } from 'pkijs';
import { type EncodedSigner, encodedSigner } from './encoded-signer.ts';
import { isTagged, membersOf, setMembersOf } from './members.ts';
import { type NamesInCertificate, namesIn } from './names-in-certificate.ts';
import { oid } from './object-identifiers.ts';

export const hashNames: Readonly<Record<string, string>> = {
  [oid.sha256]: 'sha256',
  [oid.sha384]: 'sha384',
  [oid.sha512]: 'sha512',
};

/** What a SignedData with one signer holds. */
export interface SignedMessage {
  readonly signer: EncodedSigner;
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
  const { contentType, content, certificates: encoded, signers } = parsed(bytes);
  const [signer] = signers;
  if (signer === undefined || signers.length !== 1)
    throw new UnknownForm('The message does not have exactly one signer.');
  const hashName = hashNames[signer.digestAlgorithm];
  if (hashName === undefined) throw new UnknownForm('The message uses another digest than SHA-2.');
  const certificates = encoded.map(({ der }) => x509(der));
  const leaf = certificates[placeOfSigner(encoded, signer)];
  if (leaf === undefined) throw new UnknownForm('The message does not hold the certificate of its signer.');
  return { signer, hashName, leaf, certificates, contentType, content };
}

interface EncodedCertificate extends NamesInCertificate {
  /** Byte for byte as the message has it. */
  readonly der: Uint8Array;
}

interface ParsedMessage {
  readonly contentType: string;
  readonly content: Uint8Array | null;
  readonly certificates: readonly EncodedCertificate[];
  readonly signers: readonly EncodedSigner[];
}

function parsed(bytes: Uint8Array): ParsedMessage {
  const { offset, result } = decoded(bytes);
  if (bytes.subarray(offset).some((byte) => byte !== 0))
    throw new UnknownForm('Something follows the signature in the space that is kept for it.');
  try {
    const [type, tagged, ...others] = membersOf(result);
    const isSigned = type instanceof ObjectIdentifier && type.getValue() === oid.signedData;
    if (!isSigned || !isTagged(tagged, 0) || others.length > 0) throw new TypeError();
    const [content, ...more] = tagged.valueBlock.value;
    if (more.length > 0) throw new TypeError();
    return signedData(content);
  } catch {
    throw new UnknownForm('The signature is no SignedData (RFC 5652).');
  }
}

function decoded(bytes: Uint8Array): ReturnType<typeof fromBER> {
  try {
    const found = fromBER(new Uint8Array(bytes).buffer);
    if (found.offset > 0) return found;
  } catch {
    // The library throws of a time that is none, and answers with an error of most else.
  }
  throw new UnknownForm('The signature is no DER.');
}

/** The members of a SignedData (RFC 5652, 5.1). What else is tagged in it are lists of what was revoked, which nobody asks for. */
function signedData(block: BaseBlock | undefined): ParsedMessage {
  const [version, digests, encapsulated, ...others] = membersOf(block);
  const signers = setMembersOf(others.pop());
  setMembersOf(digests);
  const [type, tagged] = membersOf(encapsulated);
  const isKnown = others.every((each, index) => (isTagged(each, 0) ? index === 0 : isTagged(each, 1)));
  if (version === undefined || !(type instanceof ObjectIdentifier) || !isKnown) throw new TypeError();
  const [first] = others;
  const certificates = (isTagged(first, 0) ? first.valueBlock.value : [])
    // What is tagged within it is of another kind (RFC 5652, 10.2.2).
    .filter(({ idBlock }) => idBlock.tagClass === 1)
    .map((each) => ({ ...namesIn(each), der: each.valueBeforeDecodeView }));
  return {
    contentType: type.getValue(),
    content: contentOf(tagged),
    certificates,
    signers: signers.map(encodedSigner),
  };
}

function contentOf(tagged: BaseBlock | undefined): Uint8Array | null {
  if (tagged === undefined) return null;
  const content = isTagged(tagged, 0) ? tagged.valueBlock.value[0] : undefined;
  if (!(content instanceof OctetString)) throw new TypeError();
  return new Uint8Array(content.getValue());
}

/** Which of the certificates is that of the signer; -1 if it is none of them. */
function placeOfSigner(
  certificates: readonly NamesInCertificate[],
  { issuer, serialNumber }: EncodedSigner,
): number {
  if (issuer === null || serialNumber === null) return -1;
  const isNumbered = (each: NamesInCertificate) => Buffer.compare(each.serialNumber, serialNumber) === 0;
  const place = certificates.findIndex(
    (each) => isNumbered(each) && Buffer.compare(each.issuer, issuer) === 0,
  );
  if (place >= 0) return place;
  // One name can be written in several ways.
  return certificates.findIndex((each) => isNumbered(each) && isSameName(each.issuer, issuer));
}

function isSameName(one: Uint8Array, other: Uint8Array): boolean {
  try {
    return nameOf(one).isEqual(nameOf(other));
  } catch {
    return false;
  }
}

const nameOf = (der: Uint8Array) =>
  new RelativeDistinguishedNames({ schema: fromBER(new Uint8Array(der).buffer).result });

function x509(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw new UnknownForm('A certificate of the message cannot be read.');
  }
}
