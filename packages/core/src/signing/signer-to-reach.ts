import type { Document } from '../documents/index.ts';
import type { HandlerContext } from '../kernel/handler-context.ts';
import { type Instant, millisecondsOf, plusSeconds } from '../kernel/time.ts';
import { documentToSign } from './document-to-sign.ts';
import { signerNotFound, signerNotPending, signerNotTheirTurn, signerRemindedRecently } from './errors.ts';
import type { LinkCause } from './link.ts';
import type { SigningPorts } from './ports.ts';
import type { SigningRound } from './round.ts';
import { isPending, type Signer } from './signer.ts';

/** A document with a person of its current round. */
export interface FoundSigner extends Document {
  readonly round: SigningRound;
  readonly people: readonly Signer[];
  readonly signer: Signer;
}

/** Locks the document, and returns it with the person who is meant, or `signer.not_found`. */
export async function signerOfDocument(
  { documentId, signerId }: { readonly documentId: string; readonly signerId: string },
  context: SigningPorts & HandlerContext,
): Promise<FoundSigner> {
  const document = await documentToSign({ documentId }, context);
  const round = await context.rounds.currentOf(documentId);
  const people = round === null ? [] : await context.signers.of(round.id);
  const signer = people.find(({ id }) => id === signerId);
  if (round === null || signer === undefined) throw signerNotFound();
  return { ...document, round, people, signer };
}

/** What `requireTheirTurn` refuses with. */
export const turnRefusals = [signerNotPending, signerNotTheirTurn];

/** Whether the person has something to do at this time, so that they may be given a link (SIG-10). */
export function requireTheirTurn({ round, signer, ...document }: FoundSigner, now: Instant): void {
  requireLive(round, document, now);
  if (signer.status === 'waiting') throw signerNotTheirTurn();
  if (!isPending(signer)) throw signerNotPending();
}

/** Whether the round goes on, so that anybody in it can be reached. */
export function requireLive(round: SigningRound, document: Pick<Document, 'status'>, now: Instant): void {
  const isOver = round.deadlineAt === null || round.deadlineAt <= now;
  if (round.status !== 'sent' || isOver || document.status !== 'active') throw signerNotPending();
}

interface Pace {
  readonly cause: LinkCause;
  /** At least so long after the one before. */
  readonly gapSeconds: number;
  readonly most: number;
  readonly windowSeconds: number;
}
const reminderPace: Pace = { cause: 'remind', gapSeconds: 300, most: 10, windowSeconds: 86_400 };
const handOverPace: Pace = { cause: 'link', gapSeconds: 0, most: 30, windowSeconds: 3600 };

/** One reminder in five minutes and ten a day, thirty links an hour, each for one person. */
export async function requirePace(
  pace: 'reminder' | 'link',
  { id }: Pick<Signer, 'id'>,
  { signingLinks, now }: Pick<SigningPorts, 'signingLinks'> & { readonly now: Instant },
): Promise<void> {
  const { cause, gapSeconds, most, windowSeconds } = pace === 'reminder' ? reminderPace : handOverPace;
  const made = await signingLinks.madeSince(id, cause, plusSeconds(now, -windowSeconds));
  const last = made.at(-1);
  const freeAt = [
    ...(last === undefined ? [] : [plusSeconds(last, gapSeconds)]),
    ...(made.length >= most ? [plusSeconds(made[made.length - most] ?? now, windowSeconds)] : []),
  ]
    .sort()
    .at(-1);
  if (freeAt === undefined || freeAt <= now) return;
  const seconds = Math.ceil((millisecondsOf(freeAt) - millisecondsOf(now)) / 1000);
  throw signerRemindedRecently({ retryAfterSeconds: Math.max(1, seconds) });
}
