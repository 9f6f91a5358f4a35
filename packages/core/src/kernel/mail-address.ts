import { z } from 'zod';

/** The letters, digits and marks of any script, and the signs that we take in the part before the `@`. */
const localPart = /^[\p{L}\p{N}_'+-][\p{L}\p{M}\p{N}_'+.-]*$/u;
const domainPart = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]*$/u;
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const plain = z.email();
export const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

const octets = (text: string): number => new TextEncoder().encode(text).length;

function parts(address: string): readonly [local: string, domain: string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, Math.max(0, at)), address.slice(at + 1)];
}

/** A domain as DNS knows it (UTS 46): `büro.de` is `xn--bro-hoa.de`. Null if it cannot be one. */
function asciiDomain(domain: string): string | null {
  if (!domainPart.test(domain) || !URL.canParse(`http://${domain}`)) return null;
  const { hostname } = new URL(`http://${domain}`);
  const labels = hostname.split('.');
  const isName = labels.length > 1 && labels.every((one) => label.test(one) && one.length <= 63);
  return isName && /[a-z]/.test(labels.at(-1) ?? '') && hostname.length <= 253 ? hostname : null;
}

/** Whether a text is one address, of any script (RFC 6531): without a name, quotes, comments or a literal domain. */
export function isMailAddress(text: string): boolean {
  if (plain.safeParse(text).success) return true;
  const [local, domain] = parts(text);
  const isLocal =
    localPart.test(local) && !local.includes('..') && !local.endsWith('.') && octets(local) <= 64;
  return isLocal && asciiDomain(domain) !== null;
}

/** Two spellings of one address have one folded form: its domain is the one that DNS knows. */
export function foldEmail(address: string): string {
  const folded = address.normalize('NFC').trim().toLowerCase();
  if (isAscii(folded)) return folded;
  const [local, domain] = parts(folded);
  return `${local}@${asciiDomain(domain) ?? domain}`;
}

/**
 * What an address may be stored as where only its case was folded: as people write its domain, and as DNS does.
 */
export const spellingsOf = (address: string): readonly string[] => [
  ...new Set([foldEmail(address), address.normalize('NFC').trim().toLowerCase()]),
];

/** The address as a URI (RFC 6068), which holds ASCII alone. */
export function mailtoOf(address: string): string {
  const [local, domain] = parts(address);
  const encoded = local.replaceAll(/%|[\u0080-\ud7ff\ue000-\u{10ffff}]/gu, encodeURIComponent);
  return `mailto:${encoded}@${asciiDomain(domain) ?? domain}`;
}

/** The address in such a URI, after `mailto:`; what was not encoded at all is taken as it is. */
export function addressInUri(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
