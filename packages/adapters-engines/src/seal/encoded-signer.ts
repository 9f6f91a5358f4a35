import { type BaseBlock, Integer, ObjectIdentifier, OctetString } from 'asn1js';
import { tags } from './der.ts';
import { isTagged, membersOf, setMembersOf } from './members.ts';

export interface MessageAttribute {
  readonly type: string;
  readonly values: readonly BaseBlock[];
}

/** A SignerInfo (RFC 5652, 5.3). */
export interface EncodedSigner {
  /** Issuer and number of its certificate, in DER; null if it is named in another way. */
  readonly issuer: Uint8Array | null;
  readonly serialNumber: Uint8Array | null;
  readonly digestAlgorithm: string;
  /** Null if there are none, and then what is signed is the content itself. */
  readonly signedAttributes: readonly MessageAttribute[] | null;
  /** What the signature is over if attributes are signed. */
  readonly signedBytes: Uint8Array | null;
  readonly signature: Uint8Array;
  readonly unsignedAttributes: readonly MessageAttribute[];
}

/** Throws a `TypeError` of what is none. */
export function encodedSigner(block: BaseBlock): EncodedSigner {
  const [version, name, digestAlgorithm, ...others] = membersOf(block);
  const signed = isTagged(others[0], 0) ? others.shift() : undefined;
  const [signatureAlgorithm, signature, unsigned, ...more] = others;
  const isWhole = version instanceof Integer && signature instanceof OctetString && more.length === 0;
  if (!isWhole || (unsigned !== undefined && !isTagged(unsigned, 1)))
    throw new TypeError('It is no SignerInfo');
  algorithmOf(signatureAlgorithm);
  return {
    ...nameOf(name),
    digestAlgorithm: algorithmOf(digestAlgorithm),
    signedAttributes: signed === undefined ? null : attributesOf(signed),
    signedBytes: signed === undefined ? null : asSet(signed.valueBeforeDecodeView),
    signature: new Uint8Array(signature.getValue()),
    unsignedAttributes: unsigned === undefined ? [] : attributesOf(unsigned),
  };
}

function nameOf(block: BaseBlock | undefined): Pick<EncodedSigner, 'issuer' | 'serialNumber'> {
  if (block?.idBlock.tagClass === 3) return { issuer: null, serialNumber: null };
  const [issuer, serialNumber] = membersOf(block);
  if (issuer === undefined || !(serialNumber instanceof Integer))
    throw new TypeError('It names no certificate');
  return { issuer: issuer.valueBeforeDecodeView, serialNumber: serialNumber.valueBeforeDecodeView };
}

function algorithmOf(block: BaseBlock | undefined): string {
  const [identifier] = membersOf(block);
  if (!(identifier instanceof ObjectIdentifier)) throw new TypeError('It names no algorithm');
  return identifier.getValue();
}

const attributesOf = (block: BaseBlock): readonly MessageAttribute[] =>
  (isTagged(block, 0) || isTagged(block, 1) ? block.valueBlock.value : []).map((each) => {
    const [type, values] = membersOf(each);
    if (!(type instanceof ObjectIdentifier)) throw new TypeError('It is no attribute');
    return { type: type.getValue(), values: setMembersOf(values) };
  });

/** What is signed is tagged as a SET; in the message it has another tag (RFC 5652, 5.4). */
function asSet(der: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(der);
  bytes[0] = tags.set;
  return bytes;
}
