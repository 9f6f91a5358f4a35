import { createHash, createPublicKey, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import type { Instant, SealAlgorithm } from '@chancery/core';
import {
  BitString,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
  Utf8String,
} from 'asn1js';
import {
  AlgorithmIdentifier,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs';

/** Who stands in a certificate. */
export interface SealName {
  readonly commonName: string;
  readonly organization: string;
}

export interface CertificateTimes {
  readonly validFrom: Instant;
  readonly validUntil: Instant;
}

const sha256WithRsa = '1.2.840.113549.1.1.11';
const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const organizationName = '2.5.4.10';
const commonName = '2.5.4.3';
const extension = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extKeyUsage: '2.5.29.37',
};
/** Document signing (RFC 9336), e-mail protection, and Adobe's authentic documents. NSS trusts no purpose but the second. */
const purposes = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4', '1.2.840.113583.1.1.5'];
/** The longest name that X.520 allows, in characters. */
const mostNameCharacters = 64;

/** The certificate of a root that issues seals and nothing below them, in DER. */
export function rootCertificate(key: KeyObject, name: SealName, times: CertificateTimes): Uint8Array {
  const certificate = certificateOf(key, name, times);
  certificate.issuer = certificate.subject;
  certificate.extensions = [
    critical(extension.basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema()),
    // keyCertSign and cRLSign
    critical(extension.keyUsage, usage(0b0000_0110, 1)),
    keyIdentifier(certificate),
  ];
  return signed(certificate, key);
}

/** The certificate of a seal that a root issues, in DER. */
export function leafCertificate(
  key: KeyObject,
  name: SealName,
  times: CertificateTimes,
  issuer: { readonly key: KeyObject; readonly certificate: Uint8Array },
): Uint8Array {
  const root = Certificate.fromBER(new Uint8Array(issuer.certificate).buffer);
  const certificate = certificateOf(key, name, times);
  certificate.issuer = root.subject;
  certificate.extensions = [
    critical(extension.basicConstraints, new BasicConstraints({ cA: false }).toSchema()),
    // digitalSignature and nonRepudiation
    critical(extension.keyUsage, usage(0b1100_0000, 6)),
    plain(extension.extKeyUsage, new ExtKeyUsage({ keyPurposes: purposes }).toSchema()),
    keyIdentifier(certificate),
    plain(
      extension.authorityKeyIdentifier,
      new AuthorityKeyIdentifier({
        keyIdentifier: new OctetString({ valueHex: identifierOf(root) }),
      }).toSchema(),
    ),
  ];
  return signed(certificate, issuer.key);
}

function certificateOf(
  key: KeyObject,
  name: SealName,
  { validFrom, validUntil }: CertificateTimes,
): Certificate {
  const subjectPublicKeyInfo = PublicKeyInfo.fromBER(
    new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' })).buffer,
  );
  return new Certificate({
    version: 2,
    // 128 random bits behind a byte that keeps the number positive and its encoding the shortest.
    serialNumber: new Integer({ valueHex: new Uint8Array([1, ...randomBytes(16)]).buffer }),
    subject: distinguishedName(name),
    notBefore: timeOf(validFrom),
    notAfter: timeOf(validUntil),
    subjectPublicKeyInfo,
  });
}

/** Each part of the name in a set of its own, as names are written everywhere; the library would put all into one. */
function distinguishedName({ commonName: name, organization }: SealName): RelativeDistinguishedNames {
  const part = (type: string, value: string) =>
    new SetOf({
      value: [new Sequence({ value: [new ObjectIdentifier({ value: type }), new Utf8String({ value })] })],
    });
  const parts = [part(commonName, name), part(organizationName, organization)];
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: parts }).toBER());
}

/** The name of a workspace's seal (SEA-20). A longer one than certificates hold is cut. */
export function sealName(ownerName: string): SealName {
  const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('').trim();
  const ending = ' seal';
  return {
    commonName: `${cut(ownerName, mostNameCharacters - ending.length)}${ending}`,
    organization: cut(ownerName, mostNameCharacters),
  };
}

/** Until 2049 with two digits of the year, and with four from then on (RFC 5280, 4.1.2.5). */
const timeOf = (instant: Instant): Time =>
  new Time({ type: instant < '2050' ? 0 : 1, value: new Date(instant) });

/** A part of the encodable values of pkijs, which has no type for them. */
interface Encodable {
  toBER(): ArrayBuffer;
}
const extensionOf = (extnID: string, isCritical: boolean, value: Encodable): Extension =>
  new Extension({ extnID, critical: isCritical, extnValue: value.toBER() });
const critical = (id: string, value: Encodable) => extensionOf(id, true, value);
const plain = (id: string, value: Encodable) => extensionOf(id, false, value);
const usage = (bits: number, unusedBits: number) =>
  new BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits });

const keyIdentifier = (certificate: Certificate): Extension =>
  plain(extension.subjectKeyIdentifier, new OctetString({ valueHex: identifierOf(certificate) }));

/** The leftmost 160 bits of SHA-256 of the public key (RFC 7093, method 1). */
function identifierOf({ subjectPublicKeyInfo }: Certificate): ArrayBuffer {
  const key = subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
  return new Uint8Array(createHash('sha256').update(key).digest().subarray(0, 20)).buffer;
}

function signed(certificate: Certificate, key: KeyObject): Uint8Array {
  const algorithm =
    key.asymmetricKeyType === 'ec'
      ? new AlgorithmIdentifier({ algorithmId: ecdsaWithSha256 })
      : new AlgorithmIdentifier({ algorithmId: sha256WithRsa, algorithmParams: new Null() });
  certificate.signature = algorithm;
  certificate.signatureAlgorithm = algorithm;
  const content = new Uint8Array(certificate.encodeTBS().toBER());
  certificate.signatureValue = new BitString({
    valueHex: new Uint8Array(sign('sha256', content, key)).buffer,
  });
  return new Uint8Array(certificate.toSchema(true).toBER());
}

/** The kind of a key that can seal, or null. */
export function algorithmOf(key: KeyObject): SealAlgorithm | null {
  if (key.asymmetricKeyType === 'rsa') return 'rsa';
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    ? 'ec'
    : null;
}

export const pemOf = (certificate: Uint8Array): string => new X509Certificate(certificate).toString();
