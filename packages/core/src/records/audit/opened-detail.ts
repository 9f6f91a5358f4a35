import type { KeyRing } from '../../kernel/ports.ts';
import type { StoredDetail } from './listed-event.ts';

/** The key of details that belong to no subject and no case. */
const ownKey = 'key_ring';
const decoder = new TextDecoder();

/** The detail as it was written; null if its key is not held here, so that nobody can say what it was. */
export function openedDetail(
  { sealedValue, keyId }: Pick<StoredDetail, 'sealedValue' | 'keyId'>,
  ledgerId: string,
  keyRing: Pick<KeyRing, 'open'>,
): { readonly value: unknown } | null {
  if (keyId !== ownKey) return null;
  return { value: JSON.parse(decoder.decode(keyRing.open(sealedValue, `audit:${ledgerId}`))) };
}
