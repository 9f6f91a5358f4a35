/** The first byte of what has members (X.690, 8.1.2). */
export const tags = { sequence: 0x30, set: 0x31, context: 0xa0 } as const;

/** What has these members, each of which is encoded in DER already. */
export function constructed(tag: number, members: readonly Uint8Array[]): Uint8Array {
  const length = members.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return Buffer.concat([Buffer.of(tag, ...encodedLength(length)), ...members]);
}

/** As short as can be (X.690, 10.1). */
function encodedLength(length: number): readonly number[] {
  if (length < 128) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}
