import { z } from 'zod';
import {
  DocumentView,
  documentInvalidState,
  documentNotFound,
  onDocument,
  SealView,
} from '../../documents/index.ts';
import { versionConflict } from '../../kernel/errors.ts';
import { requireVersion } from '../../kernel/expected-version.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { version } from '../../kernel/shapes.ts';
import { documentToSign } from '../document-to-sign.ts';
import { action, type SigningPorts } from '../ports.ts';
import type { SigningRound } from '../round.ts';
import { queuedSeal, sealStates } from '../seal.ts';
import { documentId } from '../signing-input.ts';
import { sealView } from '../views.ts';
import { sealDue, sealTopic } from './events.ts';

const pauseMs = 100;

interface Asked {
  readonly documentId: string;
  readonly expectedVersion?: number | undefined;
}

export const sealDocument = action({
  summary: 'Have a completed document sealed again',
  description:
    'For a seal that has failed or still waits: all attempts begin anew. If that takes longer than 20 seconds, the status in the answer is queued or sealing; then read the document until it changes. A document that is sealed already is answered as it is.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({ documentId: documentId(), expectedVersion: version().optional() }),
  output: z.object({ document: DocumentView, seal: SealView }),
  errors: [documentNotFound, documentInvalidState, versionConflict],

  find: documentToSign,
  may: onDocument('manage'),

  async prepare(asked, { transact, settings }) {
    const deadline = performance.now() + settings.sealingSeconds * 1000;
    let round = await transact((context) => askedAgain(asked, context));
    while (isUnderWay(round) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      round = await transact(({ rounds }) => roundToSeal(asked, rounds));
    }
  },

  async run({ documentId }, context) {
    const { found: document, rounds, documentLibrary } = context;
    const round = await roundToSeal({ documentId }, rounds);
    return { document: await documentLibrary.view(document, context), seal: sealView(round) };
  },
});

/** The version is compared here and not after the wait, because what is waited for changes the document. */
async function askedAgain(
  { documentId, expectedVersion }: Asked,
  { documentLibrary, rounds, cancelJobs, emit, now }: WritingContext & SigningPorts,
): Promise<SigningRound> {
  const document = await documentLibrary.get(documentId, 'for update');
  if (document === null) throw documentNotFound();
  requireVersion(document.version, expectedVersion);
  const round = await roundToSeal({ documentId }, rounds);
  // While it is being sealed there is nothing to ask for.
  if (round.status === 'sealed' || !sealStates.can(round.seal.status, 'queue')) return round;
  // The job of an attempt that is put off would hold up the one that is to begin now, for up to two hours.
  await cancelJobs({ type: 'document', id: documentId }, sealTopic);
  emit(sealDue, { documentId, roundId: round.id });
  return rounds.save({ ...round, seal: queuedSeal(round.seal), updatedAt: now });
}

async function roundToSeal(
  { documentId }: Pick<Asked, 'documentId'>,
  rounds: SigningPorts['rounds'],
): Promise<SigningRound> {
  const round = await rounds.currentOf(documentId);
  if (round?.status !== 'completed' && round?.status !== 'sealed') throw documentInvalidState();
  return round;
}

/** An attempt that is put off is not waited for. */
const isUnderWay = ({ seal: { status, nextAttemptAt } }: SigningRound): boolean =>
  status === 'sealing' || (status === 'queued' && nextAttemptAt === null);
