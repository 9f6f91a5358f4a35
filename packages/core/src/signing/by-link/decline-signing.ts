import { z } from 'zod';
import { signatureStatuses, signerStatuses } from '../../documents/index.ts';
import { workspaceNotActive } from '../../kernel/access.ts';
import { goneBecause, linkGone, linkNotFound } from '../../kernel/links.ts';
import { multiline } from '../../kernel/shapes.ts';
import { endRound } from '../ended-round.ts';
import { aboutRound, documentDeclined } from '../events.ts';
import { command } from '../ports.ts';
import { declinedRound } from '../round.ts';
import { declinedSigner, isDone, isPending, isRequired } from '../signer.ts';
import { aboutSigner, signerDeclined } from '../signer-events.ts';
import { signingAlreadyCompleted, signingRoleCannotSign, signingVerificationRequired } from './errors.ts';
import { linkThrottle, linkThrottles } from './link-throttle.ts';
import { linkFields, type OpenedLink, unlockedLink } from './opened-link.ts';

export const declineSigning = command({
  summary: 'Decline to sign or approve a document',
  description:
    'Ends the round at once: the links of everybody in it open nothing any more. The sender gets your reason, and nobody else does.',
  access: 'anyone',
  always: true,
  throttle: linkThrottle,
  throttles: linkThrottles,
  input: z.strictObject({
    ...linkFields,
    reason: multiline(1000, 1).describe('Why you decline; the sender reads it.'),
  }),
  output: z.object({
    signer: z
      .object({
        id: z.uuid().describe('Your id in this round.'),
        status: z.enum(signerStatuses).describe('How far you are.'),
      })
      .describe('You.'),
    documentStatus: z.enum(signatureStatuses).describe('How far the round is.'),
  }),
  errors: [
    linkNotFound,
    linkGone,
    workspaceNotActive,
    signingVerificationRequired,
    signingAlreadyCompleted,
    signingRoleCannotSign,
  ],

  async run({ reason, ...shownLink }, context) {
    const opened = await unlockedLink(shownLink, context, 'for update');
    requireOpen(opened);
    const { signers, now, emit } = context;
    const declined = declinedSigner(opened.signer, reason, now);
    await signers.save(declined);
    const round = declinedRound(opened.round, reason, now);
    const people = await signers.of(round.id);
    const ended = await endRound(
      opened.document,
      people,
      { round, reason: 'declined', notice: 'declined', signerId: declined.id },
      context,
    );
    emit(signerDeclined, { ...aboutSigner(ended.document, ended.round, declined), reason });
    emit(documentDeclined, { ...aboutRound(ended.document, ended.round), signerId: declined.id, reason });
    return { signer: { id: declined.id, status: declined.status }, documentStatus: ended.round.status };
  },
});

function requireOpen({ link, signer, round }: OpenedLink): void {
  if (round.status === 'completed' || round.status === 'sealed') throw goneBecause('completed');
  if (isDone(signer)) throw signingAlreadyCompleted();
  if (link.purpose === 'copy' || !isRequired(signer)) throw signingRoleCannotSign();
  if (!isPending(signer)) throw goneBecause('declined');
}
