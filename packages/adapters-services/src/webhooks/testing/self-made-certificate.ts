import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Makes a self-signed certificate for tests (RFC 5280), for these names and IPv4 addresses. */
export function selfMadeCertificate(
  names: readonly string[],
  addresses: readonly string[] = ['127.0.0.1'],
): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
  const name = sequence(tlv(0x31, sequence(objectId('550403'), tlv(0x0c, 'Test receiver'))));
  const alternatives = sequence(
    ...names.map((host) => tlv(0x82, host)),
    ...addresses.map((address) => tlv(0x87, Buffer.from(address.split('.').map(Number)))),
  );
  const extensions = sequence(
    sequence(objectId('551d11'), tlv(0x04, alternatives)),
    sequence(
      objectId('551d13'),
      tlv(0x01, Buffer.from([0xff])),
      tlv(0x04, sequence(tlv(0x01, Buffer.from([0xff])))),
    ),
  );
  const body = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(
    body,
    ecdsaWithSha256,
    tlv(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes tag, length and value, the only form of DER. */
function tlv(tag: number, value: Uint8Array | string): Buffer {
  const bytes = Buffer.from(value);
  const { length } = bytes;
  const head =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, Buffer.concat(parts));
const objectId = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, 'hex'));
const integer = (bytes: Uint8Array): Buffer => tlv(0x02, bytes);
const time = (generalized: string): Buffer => tlv(0x18, generalized);
