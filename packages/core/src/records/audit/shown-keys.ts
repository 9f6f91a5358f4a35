import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { CheckpointLog } from './ports.ts';

export const VkeyView = z.object({
  vkey: z.string().describe('The key as verifiers take it (C2SP signed-note).'),
  fromSize: z.int().describe('The first checkpoint that it signed.'),
  toSize: z.int().nullable().describe('The last one; null while it signs.'),
});
export const SigningKeyView = z.object({
  keyId: z.string().describe('The id of the key.'),
  publicKey: z.string().describe('The public key in base64.'),
  from: shown.instant().describe('From when on it signed.'),
  to: shown.instant().nullable().describe('Until when; null while it signs.'),
});

/** What verifies the checkpoints of a log. No entry is signed yet, so that there is no key for them. */
export async function shownKeys(checkpointLog: Pick<CheckpointLog, 'log' | 'keys'>) {
  const { origin } = await checkpointLog.log();
  const keys = await checkpointLog.keys();
  const vkeys = keys.flatMap(({ vkey, fromSize, toSize }) =>
    fromSize === null ? [] : [{ vkey, fromSize, toSize }],
  );
  return { origin, vkeys, signingKeys: [] as z.input<typeof SigningKeyView>[] };
}
