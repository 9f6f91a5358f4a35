import { base64urlOf, bytesOfBase64url, equalInConstantTime, hexOf, hmacSha256 } from '../kernel/crypto.ts';
import type { KeyRing } from '../kernel/ports.ts';
import type { Account } from './account.ts';

const prefix = 'chd_';
type Holder = Pick<Account, 'id' | 'deviceEpoch'>;

const tagOf = ({ id, deviceEpoch }: Holder, device: Uint8Array, keyRing: KeyRing): Uint8Array =>
  hmacSha256(keyRing.derive('device-token'), `${id}\0${deviceEpoch}\0`, device);

/**
 * Signed proof of an earlier sign-in on one device: `chd_` + base64url(device 16 B ‖ tag 32 B). It grants nothing: it
 * chooses the bucket of the throttle, and it no longer counts once the device epoch of the account has risen.
 */
export const deviceTokenOf = (account: Holder, device: Uint8Array, keyRing: KeyRing): string =>
  prefix + base64urlOf(Buffer.concat([device, tagOf(account, device, keyRing)]));

/** The device that the token proves for this account, or null. */
export function knownDevice(token: string, account: Holder, keyRing: KeyRing): Uint8Array | null {
  if (!/^chd_[A-Za-z0-9_-]{64}$/.test(token)) return null;
  const bytes = bytesOfBase64url(token.slice(prefix.length));
  const device = bytes.subarray(0, 16);
  return equalInConstantTime(bytes.subarray(16), tagOf(account, device, keyRing)) ? device : null;
}

export const deviceIdOf = (device: Uint8Array): string => hexOf(device);
