import { hashedNow, keysOf, noteKeyId } from '@chancery/verify';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import type { EgressAnswer, EgressPolicy } from '../../kernel/egress.ts';
import type { ReactingContext } from '../../kernel/reacting-context.ts';
import { inWorkspace } from '../in-workspace.ts';
import { type ports, reaction } from '../ports.ts';
import { checkedCosignature } from './cosignatures.ts';
import { checkpointCosigned, checkpointIssued } from './events.ts';
import { auditJobs } from './jobs.ts';
import type { StoredCheckpoint } from './ports.ts';
import { storedConsistencyProof } from './stored-tree.ts';

const policy: EgressPolicy = {
  resolveMilliseconds: 5000,
  connectMilliseconds: 5000,
  totalMilliseconds: 15_000,
  maxResponseBytes: 4096,
};

type Context = ReactingContext<typeof ports>;
interface Asked {
  readonly ledgerId: string;
  readonly checkpoint: StoredCheckpoint;
  readonly url: string;
}

/** Asks each witness for its cosignature, with the proof that the checkpoint continues the one it has seen (C2SP tlog-witness). */
export const cosignCheckpoint = reaction(
  checkpointIssued,
  { topic: 'audit.cosign_checkpoint', policy: auditJobs, needs: ['ledgerId', 'size'] },
  async ({ ledgerId, size }, context) => {
    const { settings, transact } = context;
    const keys = await keysOf(settings.witnessKeys, { sha256 });
    let failure: unknown = null;
    for (const [at, url] of settings.witnessUrls.entries()) {
      const key = keys[at];
      const checkpoint = await inWorkspace(ledgerId, transact)(({ checkpointLog }) => checkpointLog.at(size));
      if (checkpoint === null || key === undefined) continue;
      const keyId = hexOf(hashedNow(noteKeyId(key), sha256));
      if (checkpoint.cosignatures.some((cosignature) => cosignature.keyId === keyId)) continue;
      try {
        await askWitness({ ledgerId, checkpoint, url }, keyId, context);
      } catch (error) {
        // One witness that is away keeps no other from cosigning.
        failure = error;
      }
    }
    if (failure !== null) throw failure;
  },
);

async function askWitness(asked: Asked, keyId: string, context: Context): Promise<void> {
  const { ledgerId, checkpoint } = asked;
  let seen = await lastCosigned(asked, keyId, context);
  let answer = await submitted(asked, seen, context);
  if (answer.status === 409) {
    // It says which size it has seen.
    seen = Number(text(answer).trim());
    if (!Number.isSafeInteger(seen) || seen < 0) throw new Error('The witness names no size');
    // It has seen a later one, so that this one is out of date.
    if (seen > checkpoint.size) return;
    answer = await submitted(asked, seen, context);
  }
  if (answer.status !== 200) throw new Error(`The witness answered ${answer.status}`);
  for (const line of text(answer)
    .split('\n')
    .filter((line) => line !== '')) {
    const cosignature = await checkedCosignature(checkpoint, `${line}\n`, context.settings.witnessKeys);
    await inWorkspace(
      ledgerId,
      context.transact,
    )(async ({ checkpointLog, emit }) => {
      const { size } = checkpoint;
      if (await checkpointLog.addCosignature(size, cosignature))
        emit(checkpointCosigned, { ledgerId, size, witness: cosignature.name, keyId: cosignature.keyId });
    });
  }
}

const text = ({ body }: EgressAnswer): string => new TextDecoder().decode(body);

/** The largest size that it has cosigned here; 0 if there is none. */
const lastCosigned = (
  { ledgerId, checkpoint }: Asked,
  keyId: string,
  { transact }: Context,
): Promise<number> =>
  inWorkspace(
    ledgerId,
    transact,
  )(async ({ checkpointLog }) => {
    for (let below = checkpoint.size; ; ) {
      const page = await checkpointLog.list(below, 100);
      const found = page.find(({ cosignatures }) => cosignatures.some((one) => one.keyId === keyId));
      if (found !== undefined) return found.size;
      const last = page.at(-1);
      if (last === undefined || page.length <= 100) return 0;
      below = last.size;
    }
  });

async function submitted(
  { ledgerId, checkpoint, url }: Asked,
  seen: number,
  { transact, egress }: Context,
): Promise<EgressAnswer> {
  const proof = await inWorkspace(
    ledgerId,
    transact,
  )((stored) => storedConsistencyProof(seen, checkpoint.size, stored));
  const lines = [`old ${seen}`, ...proof.map((hash) => Buffer.from(hash).toString('base64'))];
  const outcome = await egress.post(
    `${url.replace(/\/$/, '')}/add-checkpoint`,
    { 'content-type': 'text/plain; charset=utf-8' },
    `${lines.join('\n')}\n\n${checkpoint.note}`,
    policy,
  );
  if (outcome.kind !== 'answer') throw new Error(`The witness cannot be reached: ${outcome.kind}`);
  return outcome;
}
