import { z } from 'zod';
import {
  type Document,
  DocumentView,
  documentInvalidState,
  documentNotFound,
  isEditable,
  onDocument,
} from '../documents/index.ts';
import { dependencyUnavailable, versionConflict } from '../kernel/errors.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { mailBudgetUsed } from '../kernel/outside-mail.ts';
import { foundAnchors } from './anchored-places.ts';
import { documentToSign, PreparedSigning, preparedSigning } from './document-to-sign.ts';
import { writeDraft } from './drafted-round.ts';
import {
  documentTooManyRounds,
  signingDeadlinePassed,
  signingFieldMissing,
  signingNoRecipient,
} from './errors.ts';
import { aboutRound, documentSent } from './events.ts';
import { inviteNext } from './invitations.ts';
import { action, type SigningPorts } from './ports.ts';
import { planReopening, reopenRound } from './reopening.ts';
import { sent, signingRoundStates } from './round.ts';
import { requireReadySeal, sealNotReady } from './seal-readiness.ts';
import { type SendPlan, sendPlan } from './send-plan.ts';
import { signableRefusals } from './signable.ts';
import { fieldOfSignaturePage, type StoredSigningCopy, storedSigningCopy } from './signing-copy.ts';
import { documentId, signingInput } from './signing-input.ts';

export const sendDocument = action({
  summary: 'Send a document for signature',
  description:
    'Freezes a copy without anything that acts, and mails a link to the people whose turn it is. People, fields and settings that you give replace those that were set before. A round that has expired goes on with the signatures that it has, if you give a later deadlineAt and nothing else.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  feature: 'document_signing',
  outside: true,
  input: z.strictObject({ documentId: documentId(), ...signingInput }),
  output: z.object({ document: DocumentView, ...PreparedSigning.shape }),
  errors: [
    mailBudgetUsed,
    documentNotFound,
    documentInvalidState,
    documentTooManyRounds,
    signingNoRecipient,
    signingFieldMissing,
    signingDeadlinePassed,
    sealNotReady,
    ...signableRefusals,
  ],

  async prepare({ documentId, expectedVersion: _, ...input }, context) {
    const { transact, sealKeys, now } = context;
    const anchors = (await foundAnchors(documentId, input.fields, context)) ?? new Map();
    const plan = await transact(async (work) => {
      const document = await documentToSign({ documentId }, work);
      if (!isEditable(document)) throw documentInvalidState();
      const reopening = await planReopening(document, input, work);
      return reopening ?? { kind: 'send' as const, ...(await sendPlan(document, input, anchors, work)) };
    });
    await requireReadySeal(sealKeys, plan.sealOwner, { now, deadlineAt: plan.deadlineAt });
    return plan.kind === 'reopen' ? plan : { ...plan, copy: await storedSigningCopy(plan, context) };
  },

  find: documentToSign,
  may: onDocument('manage'),
  /** A round that goes on was counted when it was sent first (SIG-30). */
  async limit({ documentId }, { rounds, entitlements }) {
    const current = await rounds.currentOf(documentId);
    if (current?.status !== 'expired') await entitlements.take('envelopes_per_month');
  },
  version: (document) => document.version,

  async run({ documentId }, context) {
    const { found: document, prepared: plan, documentLibrary } = context;
    const outcome =
      plan.kind === 'reopen'
        ? await reopenRound(document, plan, context)
        : await sendRound(document, plan, context);
    const fields = await context.signingFields.of(outcome.round.id);
    const after = await documentLibrary.get(documentId);
    return {
      document: await documentLibrary.view(after ?? document, context),
      ...preparedSigning(outcome.document, { ...outcome, signers: outcome.people, fields }),
    };
  },
});

/** Everything that sending writes, in one transaction (SIG-8), if the plan was made of what there is (SIG-29). */
async function sendRound(
  document: Document,
  plan: SendPlan & { readonly copy: StoredSigningCopy },
  context: WritingContext & SigningPorts,
) {
  const { documentLibrary, rounds, incomingFiles, newId, user, now, emit } = context;
  const { draft, deadlineAt, disclosure, copy } = plan;
  const current = await rounds.currentOf(document.id);
  const isNext = draft.isNew && (current === null || current.number === draft.round.number - 1);
  if (!isNext && (current === null || !signingRoundStates.can(current.status, 'send')))
    throw documentInvalidState();
  if (!isEditable(document)) throw documentInvalidState();
  if (document.version !== plan.documentVersion) throw versionConflict();
  if (!(await incomingFiles.keep(copy.version.blobKey)))
    throw dependencyUnavailable({
      cause: new Error('The signing copy was on its way for longer than a day'),
    });

  const version = await documentLibrary.addVersion(context, copy.version);
  const facts = {
    deadlineAt,
    sentByUserId: user.userId,
    disclosureVersion: disclosure.version,
    disclosureLanguage: disclosure.language,
    disclosureSha256: disclosure.sha256,
    signingCopyVersionId: version.id,
    originalSha256: plan.original.sha256,
    signingCopySha256: version.sha256,
    signingCopyPageCount: version.pageCount,
  };
  const added = copy.signaturePageFields.map((field) => fieldOfSignaturePage(field, draft.round, newId()));
  const { round, signers } = await writeDraft(
    { ...draft, round: sent(draft.round, facts, now), fields: [...draft.fields, ...added] },
    context,
  );
  const after = await documentLibrary.setSignatureStatus(document, round.status, now);
  emit(documentSent, {
    ...aboutRound(after, round),
    deadlineAt,
    originalSha256: facts.originalSha256,
    signingCopySha256: facts.signingCopySha256,
    signers: signers.length,
  });
  return { document: after, round, people: await inviteNext(after, round, signers, 'send', context) };
}
