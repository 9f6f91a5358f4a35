import type { Document } from '../documents/index.ts';
import type { HandlerContext } from '../kernel/handler-context.ts';
import { type Pace, secondsToWait } from '../kernel/pace.ts';
import { reminderPace } from '../kernel/reminder-schedule.ts';
import { type Instant, plusSeconds } from '../kernel/time.ts';
import { documentToSign } from './document-to-sign.ts';
import { signerNotFound, signerNotPending, signerNotTheirTurn, signerRemindedRecently } from './errors.ts';
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

/** Links to hand over, for each person: thirty an hour. */
const handOverPace: Pace = { gapSeconds: 0, most: 30, windowSeconds: 3600 };
const paces = { remind: reminderPace, link: handOverPace } as const;

/** Refuses another link for a person who was given one for this cause just now, or many. */
export async function requirePace(
  cause: keyof typeof paces,
  { id }: Pick<Signer, 'id'>,
  { signingLinks, now }: Pick<SigningPorts, 'signingLinks'> & { readonly now: Instant },
): Promise<void> {
  const pace = paces[cause];
  const made = await signingLinks.madeSince(id, cause, plusSeconds(now, -pace.windowSeconds));
  const retryAfterSeconds = secondsToWait(made, pace, now);
  if (retryAfterSeconds !== null) throw signerRemindedRecently({ retryAfterSeconds });
}
