import type { BaseBlock } from 'asn1js';
import { membersOf } from './members.ts';

export interface NamesInCertificate {
  /** Both in DER. */
  readonly issuer: Uint8Array;
  readonly serialNumber: Uint8Array;
}

/** Who has issued a certificate and under which number, as it says itself (RFC 5280, 4.1). Throws a `TypeError` of what is none. */
export function namesIn(certificate: BaseBlock): NamesInCertificate {
  const [body] = membersOf(certificate);
  // The version is tagged, and certificates of the first version have none.
  const [serialNumber, , issuer] = membersOf(body).filter(({ idBlock }) => idBlock.tagClass === 1);
  if (serialNumber === undefined || issuer === undefined) throw new TypeError('It is no certificate');
  return { issuer: issuer.valueBeforeDecodeView, serialNumber: serialNumber.valueBeforeDecodeView };
}
