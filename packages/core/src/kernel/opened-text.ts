import type { KeyRing } from './ports.ts';

/** The text that was sealed for this place; throws as `KeyRing.open` does. */
export const openedText = (keyRing: Pick<KeyRing, 'open'>, sealed: Uint8Array, aad: string): string =>
  Buffer.from(keyRing.open(sealed, aad)).toString('utf8');
