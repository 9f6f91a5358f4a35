import { z } from 'zod';
import { documentNotFound, onDocument, SignerView } from '../documents/index.ts';
import { type FailureDetail, planFeatureNotIncluded, requestInvalid } from '../kernel/errors.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { mailBudgetUsed } from '../kernel/outside-mail.ts';
import { foldEmail, version } from '../kernel/shapes.ts';
import { invalidField } from '../kernel/validation.ts';
import { checkedPhone } from './drafted-people.ts';
import { signerNotFound, signerNotPending } from './errors.ts';
import { freshLink } from './fresh-link.ts';
import { deadlineOf } from './invitations.ts';
import { command, type SigningPorts } from './ports.ts';
import { isPending, relinked, type Signer, signerStates, verificationToBegin } from './signer.ts';
import { aboutSigner, signerCorrected, signingMailDue } from './signer-events.ts';
import { type FoundSigner, requireLive, signerOfDocument } from './signer-to-reach.ts';
import { documentId, signerFields, signerId } from './signing-input.ts';
import { signerView } from './views.ts';

const fields = z.strictObject(signerFields).partial();
type Changes = z.output<typeof fields>;
type Context = SigningPorts & WritingContext;

export const updateSigner = command({
  summary: 'Correct a person of a round that is out for signature',
  description:
    'A wrong address or phone is put right without a new round: the link that was sent stops working, and a fresh one is mailed to the right address. Whoever is done or has declined stays as they are.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  outside: true,
  input: z.strictObject({
    documentId: documentId(),
    signerId: signerId(),
    ...fields.shape,
    expectedVersion: version().optional(),
  }),
  output: z.object({ signer: SignerView }),
  errors: [mailBudgetUsed, documentNotFound, signerNotFound, signerNotPending, planFeatureNotIncluded],

  find: signerOfDocument,
  may: onDocument('manage'),
  version: (document) => document.version,

  async run({ documentId: _, signerId: __, expectedVersion: ___, ...given }, context) {
    const { found, now, emit } = context;
    requireLive(found.round, found, now);
    if (!signerStates.can(found.signer.status, 'cancel')) throw signerNotPending();
    const corrected = await correctedSigner(found, given, context);
    const changed = Object.keys(given).filter(
      (field) => corrected[field as keyof Changes] !== found.signer[field as keyof Changes],
    );
    if (changed.length === 0) return { signer: signerView(found.signer) };

    const after = await written(found, corrected, changed, context);
    emit(signerCorrected, { ...aboutSigner(found, found.round, after), changed });
    return { signer: signerView(after) };
  },
});

async function correctedSigner(
  { signer, people }: FoundSigner,
  given: Changes,
  context: Context,
): Promise<Signer> {
  const faults: FailureDetail[] = [];
  const { verification = signer.verification, email = signer.email } = given;
  const isTwice = people.some(
    (other) =>
      other.id !== signer.id && other.role === signer.role && foldEmail(other.email) === foldEmail(email),
  );
  if (isTwice)
    throw invalidField(
      '/email',
      'signer.duplicate',
      'Another person of this round has this address and role.',
    );
  if (verification === 'sms' && signer.verification !== 'sms')
    context.entitlements.requireFeature('signing_sms_otp');
  const phone = checkedPhone(
    { phone: given.phone === undefined ? signer.phone : given.phone, verification },
    null,
    context,
    faults,
  );
  if (faults.length > 0) throw requestInvalid({ details: faults });
  const [member] = given.email === undefined ? [] : await context.memberDirectory.byEmails([email]);
  return {
    ...signer,
    name: given.name ?? signer.name,
    email,
    phone,
    verification,
    note: given.note === undefined ? signer.note : given.note || null,
    language: given.language === undefined ? signer.language : given.language,
    userId: given.email === undefined ? signer.userId : (member?.userId ?? null),
    updatedAt: context.now,
  };
}

/** A changed address or phone ends the link of whoever has one, and mails a fresh one. */
async function written(
  { round, signer: before }: FoundSigner,
  corrected: Signer,
  changed: readonly string[],
  context: Context,
): Promise<Signer> {
  const { now, emit, signers, signingSessions } = context;
  if (!isPending(before) || !changed.some((field) => field === 'email' || field === 'phone')) {
    const isVerifiedAnew = changed.includes('verification');
    const after = isVerifiedAnew
      ? { ...corrected, verificationState: verificationToBegin(corrected) }
      : corrected;
    if (isVerifiedAnew) await signingSessions.endOf([after.id]);
    await signers.save(after);
    return after;
  }
  const { signer, link } = await freshLink(
    corrected,
    { purpose: 'sign', cause: 'correct', delivery: 'email', expiresAt: deadlineOf(round) },
    (person, facts) => relinked(person, facts, now),
    context,
  );
  const { id: linkId, linkVersion } = link;
  emit(signingMailDue, { signerId: signer.id, linkId, linkVersion, cause: 'correct' });
  return signer;
}
