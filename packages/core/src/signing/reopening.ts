import type { Document } from '../documents/index.ts';
import { documentInvalidState, requireLinkTerm } from '../documents/index.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import type { Instant } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';
import { signingDeadlinePassed } from './errors.ts';
import { aboutRound, documentReopened } from './events.ts';
import { inviteNext } from './invitations.ts';
import type { SigningPorts } from './ports.ts';
import { reopened } from './round.ts';
import type { SealOwner } from './seal-key-provider.ts';
import { sealOwnerOf } from './send-plan.ts';
import type { SigningInput } from './signing-input.ts';

/** A round that has expired goes on with the signatures that it has. */
export interface Reopening {
  readonly kind: 'reopen';
  readonly deadlineAt: Instant;
  readonly sealOwner: SealOwner;
}

/** Null unless the current round of the document has expired. */
export async function planReopening(
  { id }: Document,
  { deadlineAt, ...others }: SigningInput,
  context: SigningPorts & Pick<WritingContext, 'now'>,
): Promise<Reopening | null> {
  const current = await context.rounds.currentOf(id);
  if (current?.status !== 'expired') return null;
  const [other] = Object.entries(others).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  if (other !== undefined)
    throw invalidField(
      `/${other}`,
      'field.not_an_option',
      'A round that has expired goes on as it is; give deadlineAt alone, or set the people anew.',
    );
  if (deadlineAt === undefined) throw signingDeadlinePassed();
  requireLinkTerm('/deadlineAt', deadlineAt, context.now);
  const { defaultLocale: _, ...sealOwner } = await sealOwnerOf(context);
  return { kind: 'reopen', deadlineAt, sealOwner };
}

/** Who is done stays so; everybody else whose turn it is gets a fresh link. */
export async function reopenRound(
  document: Document,
  { deadlineAt }: Reopening,
  context: WritingContext & SigningPorts,
) {
  const { rounds, signers, documentLibrary, user, now, emit } = context;
  const current = await rounds.currentOf(document.id);
  if (current === null) throw documentInvalidState();
  const round = await rounds.save(reopened(current, { deadlineAt, sentByUserId: user.userId }, now));
  const after = await documentLibrary.setSignatureStatus(document, round.status, now);
  emit(documentReopened, { ...aboutRound(after, round), deadlineAt });
  const people = await inviteNext(after, round, await signers.of(round.id), 'reopen', context);
  return { document: after, round, people };
}
