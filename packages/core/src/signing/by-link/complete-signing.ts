import { z } from 'zod';
import { signatureStatuses, signerStatuses } from '../../documents/index.ts';
import { workspaceNotActive } from '../../kernel/access.ts';
import { requestInvalid } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { goneBecause, linkGone, linkNotFound } from '../../kernel/links.ts';
import { shown } from '../../kernel/shapes.ts';
import { mostDetails } from '../../kernel/validation.ts';
import type { DisclosureText } from '../disclosure-catalog.ts';
import { action, type SigningPorts } from '../ports.ts';
import { advanceRound } from '../round-progress.ts';
import { completedSigner, isDone, isPending, isRequired, type Signer } from '../signer.ts';
import { aboutSigner, signerCompleted, signerConsented } from '../signer-events.ts';
import { type Completion, completionInput } from './completion-input.ts';
import { disclosureShown } from './disclosure-shown.ts';
import {
  signingAlreadyCompleted,
  signingConsentRequired,
  signingContentChanged,
  signingIntentMismatch,
  signingRoleCannotSign,
  signingVerificationRequired,
} from './errors.ts';
import { filledFields } from './filled-fields.ts';
import { faultsOfMarks, type TakenMarks, takenMarks } from './given-marks.ts';
import { linkThrottle, linkThrottles } from './link-throttle.ts';
import { type OpenedLink, unlockedLink } from './opened-link.ts';
import { sealedMaterial } from './sealed-material.ts';

const intents = { signer: 'sign', approver: 'approve' } as const;

export const completeSigning = action({
  summary: 'Sign or approve a document',
  description:
    'Fills your fields, records what you agreed to and what you meant, and is final. If you are the last one, the document is complete and is sealed. Send an idempotency key, so that a repeat after a lost answer gets the first one.',
  access: 'anyone',
  always: true,
  throttle: linkThrottle,
  throttles: linkThrottles,
  mostBytes: { bytes: 1024 * 1024, because: 'Signature and initials travel in it as images.' },
  input: completionInput,
  output: z.object({
    signer: z
      .object({
        id: z.uuid().describe('Your id in this round.'),
        status: z.enum(signerStatuses).describe('How far you are.'),
        completedAt: shown.instant().nullable().describe('When you were done; null until then.'),
      })
      .describe('You.'),
    documentStatus: z.enum(signatureStatuses).describe('How far the round is.'),
    remaining: z.int().describe('How many people have still to sign or approve.'),
    redirectUrl: z.string().nullable().describe('Where to go now; null for nowhere.'),
  }),
  errors: [
    linkNotFound,
    linkGone,
    workspaceNotActive,
    signingVerificationRequired,
    signingAlreadyCompleted,
    signingConsentRequired,
    signingContentChanged,
    signingIntentMismatch,
    signingRoleCannotSign,
  ],

  find: (input, context) => unlockedLink(input, context),

  prepare: (input, { signatureImages }) => takenMarks(input, signatureImages),

  async run(input, context) {
    const opened = await unlockedLink(input, context, 'for update');
    const { signer, round } = opened;
    requireTurn(opened);
    if (signer.role === 'copy' || intents[signer.role] !== input.intent) throw signingIntentMismatch();
    if (input.documentSha256 !== round.signingCopySha256) throw signingContentChanged();
    const disclosure = disclosureShown(context.disclosures, round, signer);
    const consents = consentOf(input, opened, disclosure);

    const timeZone = timeZoneOf(input, signer, context);
    const done = completedSigner(
      signer,
      { consentedAt: consents ? context.now : null, timeZone },
      context.now,
    );
    await keepWhatWasFilled(input, opened, timeZone, context);
    await context.signers.save(done);
    await context.signatureMaterials.add(
      sealedMaterial(
        opened,
        input,
        { marks: context.prepared, timeZone, disclosure: consents ? disclosure : null },
        context,
      ),
    );
    return goOn(opened, done, consents ? disclosure : null, context);
  },
});

/** Whether this person has something to complete by this link. */
function requireTurn({ link, signer, round }: OpenedLink): void {
  if (isDone(signer)) throw signingAlreadyCompleted();
  if (link.purpose === 'copy' || !isRequired(signer)) throw signingRoleCannotSign();
  // Links of a round that is over have ended, whichever way it went.
  if (round.status !== 'sent' || !isPending(signer)) throw goneBecause('completed');
}

/** Whether the person agrees; throws unless the text that is shown was agreed to, where the sender asks for it (SIG-16). */
function consentOf({ consent }: Completion, { round }: OpenedLink, { version }: DisclosureText): boolean {
  const agrees = consent?.accepted === true && consent.version === version;
  if (round.requireConsent && !agrees) throw signingConsentRequired();
  return agrees;
}

/** What the browser says of itself never prevents a signature (SIG-32). */
const timeZoneOf = (
  { timeZone }: Completion,
  signer: Pick<Signer, 'timeZone'>,
  { timeZones }: Pick<WritingContext, 'timeZones'>,
): string | null => (timeZone !== undefined && timeZones.has(timeZone) ? timeZone : signer.timeZone);

async function keepWhatWasFilled(
  input: Completion,
  { round, signer }: OpenedLink,
  timeZone: string | null,
  context: WritingContext & SigningPorts & { readonly prepared: TakenMarks },
): Promise<void> {
  const { signingFields, workspaceIdentity, timeZones, prepared: marks, now } = context;
  const fields = await signingFields.of(round.id);
  const zone = timeZone ?? (await workspaceIdentity.profile()).defaultTimeZone;
  const filled = filledFields(input.fields, fields, {
    signer,
    on: timeZones.wall(now, zone).slice(0, 10),
    at: now,
    hasSignature: marks.signature !== null,
    hasInitials: marks.initials !== null,
  });
  const faults = [...faultsOfMarks(marks, fields, round, signer), ...filled.faults];
  if (faults.length > 0) throw requestInvalid({ details: faults.slice(0, mostDetails) });
  await signingFields.fill(filled.fields);
}

/** What follows for the round: it is complete, or the next group is invited, in this transaction. */
async function goOn(
  { document, round }: OpenedLink,
  done: Signer,
  agreedTo: DisclosureText | null,
  context: WritingContext & SigningPorts,
) {
  const { emit, now, documentLibrary, signers } = context;
  const changed = await documentLibrary.setSignatureStatus(document, round.status, now);
  const about = aboutSigner(changed, round, done);
  if (agreedTo !== null)
    emit(signerConsented, {
      ...about,
      disclosureVersion: agreedTo.version,
      disclosureSha256: agreedTo.sha256,
    });
  emit(signerCompleted, {
    ...about,
    documentSha256: round.signingCopySha256 ?? '',
    intent: done.role === 'approver' ? 'approve' : 'sign',
  });
  const after = await advanceRound(changed, round, await signers.of(round.id), context);
  return {
    signer: { id: done.id, status: done.status, completedAt: done.completedAt },
    documentStatus: after.round.status,
    remaining: after.people.filter((one) => isRequired(one) && !isDone(one)).length,
    redirectUrl: round.redirectUrl,
  };
}
