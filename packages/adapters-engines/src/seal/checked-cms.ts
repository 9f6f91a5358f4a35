import { createHash, verify } from 'node:crypto';
import { OctetString, Sequence } from 'asn1js';
import type { EncodedSigner, MessageAttribute } from './encoded-signer.ts';
import { oid } from './object-identifiers.ts';
import { hashNames, type SignedMessage } from './signed-message.ts';

/** Whether the message names this digest of the content. */
export function namesDigest({ signer }: SignedMessage, contentDigest: Uint8Array): boolean {
  const value = onlyValue(signer, oid.messageDigest);
  return value instanceof OctetString && Buffer.from(value.getValue()).equals(contentDigest);
}

/** Why the signature over the attributes does not hold, or null if it does. */
export function signatureFault(message: SignedMessage): string | null {
  const { signer, hashName, leaf, contentType } = message;
  const { signedBytes, signature } = signer;
  if (signedBytes === null) return 'The message has no signed attributes.';
  const type = onlyValue(signer, oid.contentType);
  if (type?.valueBlock.toString() !== contentType) return 'The signed content type is another.';
  if (!namesCertificate(message)) return 'The signed attributes do not name the certificate that signs.';
  try {
    return verify(hashName, signedBytes, leaf.publicKey, signature)
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

export const attributes = ({ signedAttributes }: EncodedSigner, type: string): readonly MessageAttribute[] =>
  signedAttributes?.filter((each) => each.type === type) ?? [];

/** The value of an attribute that the message has once, with one value. */
function onlyValue(signer: EncodedSigner, type: string) {
  const [attribute, ...others] = attributes(signer, type);
  return others.length === 0 && attribute?.values.length === 1 ? attribute.values[0] : undefined;
}

/** The time-stamp token over the signature, in DER, or null (ETSI EN 319 122-1, 5.3). */
export function timestampTokenOf({ signer }: SignedMessage): Uint8Array | null {
  const attribute = signer.unsignedAttributes.find(({ type }) => type === oid.signatureTimestamp);
  const value = attribute?.values[0];
  return value instanceof Sequence ? new Uint8Array(value.toBER()) : null;
}
