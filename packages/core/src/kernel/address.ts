/** The caller's network as throttles count it: an IPv4 address, or the /64 of an IPv6 one (THR-3, PLT-3). */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  const groups = ipv6Groups(plain);
  return groups === null
    ? plain
    : `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`;
}

/** An IPv4-mapped IPv6 address as its IPv4 (KEY-6). */
export const unmapped = (address: string): string => address.replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1');

/** Whether the address lies in the CIDR range; a malformed range holds nobody. */
export function isInRange(address: string, range: string): boolean {
  if (!isRange(range)) return false;
  const [base = '', length] = range.split('/');
  const bits = bitsOf(unmapped(address));
  const baseBits = bitsOf(base);
  const count = Number(length);
  return (
    bits !== null && bits.length === baseBits?.length && bits.slice(0, count) === baseBits.slice(0, count)
  );
}

/** Whether a text is a CIDR range such as 203.0.113.0/24 or 2001:db8::/32. */
export function isRange(range: string): boolean {
  const match = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(range);
  const bits = match?.[1] === undefined ? null : bitsOf(match[1]);
  return bits !== null && Number(match?.[2]) <= bits.length;
}

/** Whether a text is an IPv4 or IPv6 address, whole or shortened. */
export const isAddress = (text: string): boolean => bitsOf(unmapped(text)) !== null;

function bitsOf(address: string): string | null {
  if (address.includes(':')) {
    return (
      ipv6Groups(address)
        ?.map((group) => group.toString(2).padStart(16, '0'))
        .join('') ?? null
    );
  }
  const parts = address.split('.').map(Number);
  const valid =
    /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(address) && parts.every((part) => part <= 255);
  return valid ? parts.map((part) => part.toString(2).padStart(8, '0')).join('') : null;
}

function ipv6Groups(address: string): number[] | null {
  const [head = '', tail, more] = address.split('::');
  if (more !== undefined) return null;
  const groups = (text: string) =>
    text === ''
      ? []
      : text
          .split(':')
          .map((group) => (/^[0-9a-fA-F]{1,4}$/.test(group) ? Number.parseInt(group, 16) : Number.NaN));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const missing = 8 - before.length - after.length;
  const all =
    tail === undefined ? before : [...before, ...Array<number>(Math.max(0, missing)).fill(0), ...after];
  return all.length === 8 && all.every((group) => !Number.isNaN(group)) ? all : null;
}
