import { sha256 } from './sha256.js';

/**
 * The fingerprints of the root certificates that the seals of this server hang on, computed from the certificates themselves;
 * none if the operator has a key of another authority, or they cannot be asked for now.
 * @returns {Promise<readonly string[]>}
 */
export async function sealRoots() {
  try {
    const answer = await fetch('/.well-known/chancery-seal-root.pem', { credentials: 'omit' });
    return answer.ok ? await Promise.all(certificatesIn(await answer.text()).map(sha256)) : [];
  } catch {
    return [];
  }
}

/** What stands between the marks of PEM (RFC 7468) is base64. @param {string} pem */
const certificatesIn = (pem) =>
  pem
    .split('-----BEGIN CERTIFICATE-----')
    .slice(1)
    .map((part) => atob((part.split('-----END')[0] ?? '').replaceAll(/\s/g, '')))
    .map((text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
