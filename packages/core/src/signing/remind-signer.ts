import { z } from 'zod';
import { documentNotFound, onDocument, SignerView } from '../documents/index.ts';
import { mailBudgetUsed } from '../kernel/outside-mail.ts';
import { shown, version } from '../kernel/shapes.ts';
import { signerNotFound, signerRemindedRecently } from './errors.ts';
import { freshLink } from './fresh-link.ts';
import { deadlineOf } from './invitations.ts';
import { command } from './ports.ts';
import { relinked } from './signer.ts';
import { aboutSigner, signerReminded, signingMailDue } from './signer-events.ts';
import { requirePace, requireTheirTurn, signerOfDocument, turnRefusals } from './signer-to-reach.ts';
import { documentId, signerId } from './signing-input.ts';
import { signerView } from './views.ts';

export const remindSigner = command({
  summary: 'Remind a person to sign',
  description:
    'Mails a fresh link, and every earlier one stops working. Reminders that go out by themselves keep their times.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  outside: true,
  input: z.strictObject({
    documentId: documentId(),
    signerId: signerId(),
    expectedVersion: version().optional(),
  }),
  output: z.object({
    signer: SignerView,
    sentTo: z.string().describe('The address that the mail goes to.'),
    linkExpiresAt: shown.instant().describe('When the link ends.'),
  }),
  errors: [mailBudgetUsed, documentNotFound, signerNotFound, signerRemindedRecently, ...turnRefusals],

  find: signerOfDocument,
  may: onDocument('manage'),
  version: (document) => document.version,

  async run(_, context) {
    const { found, now, emit } = context;
    requireTheirTurn(found, now);
    await requirePace('remind', found.signer, context);

    const linkExpiresAt = deadlineOf(found.round);
    const { signer, link } = await freshLink(
      found.signer,
      { purpose: 'sign', cause: 'remind', delivery: 'email', expiresAt: linkExpiresAt },
      (before, facts) => ({ ...relinked(before, facts, now), lastRemindedAt: now }),
      context,
    );
    const about = { linkVersion: link.linkVersion, cause: 'remind' as const };
    emit(signerReminded, { ...aboutSigner(found, found.round, signer), ...about });
    emit(signingMailDue, { signerId: signer.id, linkId: link.id, ...about });
    return { signer: signerView(signer), sentTo: signer.email, linkExpiresAt };
  },
});
