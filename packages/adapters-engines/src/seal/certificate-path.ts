import type { X509Certificate } from 'node:crypto';

const mostSteps = 8;

export interface CertificatePath {
  /** From the certificate that signs to the last issuer that was found. */
  readonly path: readonly X509Certificate[];
  /** Whether the path ends in one of the roots. */
  readonly isTrusted: boolean;
}

/** Follows a certificate from issuer to issuer, until a root that is trusted. Every signature on the way is verified. */
export function pathOf(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): CertificatePath {
  const isRoot = (certificate: X509Certificate) =>
    roots.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256);
  const path = [leaf];
  for (let last = leaf; path.length <= mostSteps; ) {
    if (path.length > 1 && isRoot(last)) return { path, isTrusted: true };
    const issuer = [...roots, ...others].find((each) => hasIssued(each, last) && !path.includes(each));
    if (issuer === undefined) break;
    path.push(issuer);
    last = issuer;
  }
  return { path, isTrusted: false };
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** Whether all certificates are valid at this instant. */
export const areValidAt = (path: readonly X509Certificate[], milliseconds: number): boolean =>
  path.every(
    ({ validFrom, validTo }) => Date.parse(validFrom) <= milliseconds && milliseconds <= Date.parse(validTo),
  );
