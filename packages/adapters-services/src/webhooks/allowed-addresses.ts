import ipaddr from 'ipaddr.js';

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses a CIDR range such as 10.20.0.0/16 or fd00::/8; throws for anything else. */
export const addressRange = (text: string): AddressRange => ipaddr.parseCIDR(text);

const globalIpv6 = addressRange('2000::/3');
/** These are global unicast by number, but are the metadata service of a cloud. */
const metadata = [addressRange('168.63.129.16/32')];

/**
 * Whether a request may go to the address: global unicast, or in a range that the operator opened (WHK-5, WHK-6). The
 * forms that embed an IPv4 address in an IPv6 one (mapped, 6to4, Teredo, NAT64) are refused, because they lead elsewhere.
 */
export function isAllowedAddress(address: string, opened: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (opened.some((range) => isIn(parsed, range))) return true;
  if (parsed.range() !== 'unicast' || metadata.some((range) => isIn(parsed, range))) return false;
  return parsed.kind() === 'ipv4' || isIn(parsed, globalIpv6);
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, [base, length]: AddressRange): boolean =>
  address.kind() === base.kind() && address.match(base as never, length);
