import { z } from 'zod';
import { hexOf } from '../../kernel/crypto.ts';
import { shown } from '../../kernel/shapes.ts';
import type { RecordsPorts } from '../ports.ts';

export const VkeyView = z.object({
  vkey: z.string().describe('The key as verifiers take it (C2SP signed-note).'),
  fromSize: z.int().describe('The first checkpoint that it signed.'),
  toSize: z.int().nullable().describe('The last one; null while it signs.'),
});
export const SigningKeyView = z.object({
  keyId: z.string().describe('The id of the key.'),
  publicKey: z
    .string()
    .describe('The public key in hexadecimal, as `chancery release verify --signing-key` takes it.'),
  from: shown.instant().describe('From when on it signed.'),
  to: shown.instant().nullable().describe('Until when; null while it signs.'),
});

/** What verifies the checkpoints of a log, and the signatures of the entries that stand in it. */
export async function shownKeys({
  checkpointLog,
  recordSigningKeys,
}: Pick<RecordsPorts, 'checkpointLog' | 'recordSigningKeys'>) {
  const { origin } = await checkpointLog.log();
  const keys = await checkpointLog.keys();
  const vkeys = keys.flatMap(({ vkey, fromSize, toSize }) =>
    fromSize === null ? [] : [{ vkey, fromSize, toSize }],
  );
  const signingKeys = (await recordSigningKeys.list()).map(({ keyId, publicKey, createdAt, retiredAt }) => ({
    ...{ keyId, publicKey: hexOf(publicKey), from: createdAt, to: retiredAt },
  }));
  return { origin, vkeys, signingKeys };
}
