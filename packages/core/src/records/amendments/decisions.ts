import type { ProvenAgain } from '../../identity/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { daysLater } from '../../kernel/plain-dates.ts';
import type { AddendumKind } from '../addenda/addendum.ts';
import { requireSigned, signedAddendum } from '../addenda/signed-addendum.ts';
import type { EntrySeal } from '../entries/content.ts';
import type { RecordEntry } from '../entries/entry.ts';
import {
  amendmentAlreadyExtended,
  amendmentInvalidState,
  attestationReauthenticationFailed,
  entryWorkingVersionExists,
} from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import {
  type Amendment,
  type AmendmentDecision,
  amendmentStates,
  type DenialBasis,
  daysOfExtension,
  sealedReasons,
} from './amendment.ts';
import type { DecisionGiven } from './decision-input.ts';
import {
  aboutAmendment,
  amendmentAccepted,
  amendmentDenied,
  amendmentDisagreementRecorded,
  amendmentExtended,
  amendmentRebuttalRecorded,
} from './events.ts';
import { abandonedVersion, openedVersion, requireAssignable } from './opened-version.ts';
import type { SeenAmendment } from './seen-amendment.ts';
import { todayIn } from './today.ts';
import { withdrawAmendment } from './withdraw-amendments.ts';

type Context = RecordsPorts & WritingContext;
type Found = Pick<SeenAmendment, 'amendment' | 'entry'>;
interface With {
  readonly seal: EntrySeal;
  /** Null where nothing is signed. */
  readonly proof: ProvenAgain | null;
}
type Step = (found: Found, given: DecisionGiven, by: With, context: Context) => Promise<Found>;

/** Takes one step of a request whose entry is locked (records 5.7). */
export function decided(found: Found, given: DecisionGiven, by: With, context: Context): Promise<Found> {
  if (!amendmentStates.can(found.amendment.status, given.decision)) throw amendmentInvalidState();
  requireSigned(found.entry);
  return steps[given.decision](found, given, by, context);
}

const accepted: Step = async ({ amendment, entry }, given, { seal }, context) => {
  const { amendments, now, user, emit } = context;
  if (entry.workingNumber !== null) throw entryWorkingVersionExists();
  const singlePerson = await settledAlone({ amendment, entry }, given.singlePersonReason ?? null, context);
  const authorUserId = given.assignToUserId ?? entry.authorUserId;
  if (given.assignToUserId !== undefined) await requireAssignable(authorUserId, entry, context);
  const opened = await openedVersion(entry, { amendmentId: amendment.id, authorUserId }, seal, context);
  const reasons = reasonsOf(given, singlePerson);
  const saved = await amendments.save({
    ...amendment,
    status: amendmentStates.next(
      amendment.status,
      given.decision === 'accept' ? 'accept' : 'partially_accept',
    ),
    decidedByUserId: user.userId,
    decidedAt: now,
    decisionSealed: sealedReasons(amendment, reasons, seal),
    singlePerson,
    openedVersion: opened.workingNumber,
    updatedByUserId: user.userId,
    updatedAt: now,
  });
  emit(amendmentAccepted, {
    ...aboutAmendment(saved, opened),
    ...reasons,
    partially: given.decision !== 'accept',
    openedVersion: opened.workingNumber ?? 0,
    singlePerson,
  });
  return { amendment: saved, entry: opened };
};

const denied: Step = async ({ amendment, entry }, given, by, context) => {
  const { amendments, now, user, emit } = context;
  const singlePerson = await settledAlone({ amendment, entry }, given.singlePersonReason ?? null, context);
  const denialBasis = given.denialBasis ?? 'other';
  const reasons = reasonsOf(given, singlePerson);
  const content = `${basisInWords[denialBasis]}\n\n${given.reason ?? ''}`;
  const signed = await signedStatement({ amendment, entry }, 'amendment_denial', content, by, context);
  const saved = await amendments.save({
    ...amendment,
    status: amendmentStates.next(amendment.status, 'deny'),
    decidedByUserId: user.userId,
    decidedAt: now,
    decisionSealed: sealedReasons(amendment, reasons, by.seal),
    singlePerson,
    denialBasis,
    denialAddendumId: signed.addendumId,
    updatedByUserId: user.userId,
    updatedAt: now,
  });
  emit(amendmentDenied, { ...aboutAmendment(saved, signed.entry), ...reasons, denialBasis, singlePerson });
  return { amendment: saved, entry: signed.entry };
};

/** What the signed denial says of its ground. */
const basisInWords: Readonly<Record<DenialBasis, string>> = {
  accurate_and_complete:
    'The request to change this entry is denied, because the entry is accurate and complete.',
  not_created_here: 'The request to change this entry is denied, because what it says was not created here.',
  not_part_of_record: 'The request to change this entry is denied, because it is not part of the record.',
  not_available_for_inspection:
    'The request to change this entry is denied, because the entry is not available for inspection.',
  other: 'The request to change this entry is denied.',
};

const extended: Step = async ({ amendment, entry }, given, _, context) => {
  const { amendments, now, user, emit } = context;
  if (amendment.extendedOnce) throw amendmentAlreadyExtended();
  // What is late already is decided, and not put off.
  if ((await todayIn(context)) >= amendment.dueOn) throw amendmentInvalidState();
  const saved = await amendments.save({
    ...amendment,
    status: amendmentStates.next(amendment.status, 'extend'),
    dueOn: daysLater(amendment.dueOn, daysOfExtension),
    extendedOnce: true,
    updatedByUserId: user.userId,
    updatedAt: now,
  });
  const { dueOn } = saved;
  emit(amendmentExtended, { ...aboutAmendment(saved, entry), dueOn, reason: given.reason ?? '' });
  return { amendment: saved, entry };
};

const withdrawn: Step = async ({ amendment, entry }, given, _, context) => {
  const { entries, now, user } = context;
  const opened = entry.workingNumber !== null && entry.workingNumber === amendment.openedVersion;
  const after = opened
    ? await entries.save({
        ...(await abandonedVersion(entry, context)),
        updatedByUserId: user.userId,
        updatedAt: now,
      })
    : entry;
  return {
    amendment: await withdrawAmendment(amendment, after, given.reason ?? null, context),
    entry: after,
  };
};

const disagreed: Step = async ({ amendment, entry }, given, by, context) => {
  const { amendments, now, user, emit } = context;
  if (amendment.disagreementAddendumId !== null) throw amendmentInvalidState();
  const text = given.text ?? '';
  const signed = await signedStatement({ amendment, entry }, 'statement_of_disagreement', text, by, context);
  const disagreementAddendumId = signed.addendumId;
  const status = amendmentStates.next(amendment.status, 'record_disagreement');
  const saved = await amendments.save({
    ...{ ...amendment, status, disagreementAddendumId, updatedByUserId: user.userId, updatedAt: now },
  });
  emit(amendmentDisagreementRecorded, aboutAmendment(saved, signed.entry));
  return { amendment: saved, entry: signed.entry };
};

const rebutted: Step = async ({ amendment, entry }, given, by, context) => {
  const { amendments, now, user, emit } = context;
  if (amendment.disagreementAddendumId === null || amendment.rebuttalAddendumId !== null)
    throw amendmentInvalidState();
  const signed = await signedStatement({ amendment, entry }, 'rebuttal', given.text ?? '', by, context);
  const rebuttalAddendumId = signed.addendumId;
  const status = amendmentStates.next(amendment.status, 'record_rebuttal');
  const saved = await amendments.save({
    ...{ ...amendment, status, rebuttalAddendumId, updatedByUserId: user.userId, updatedAt: now },
  });
  emit(amendmentRebuttalRecorded, aboutAmendment(saved, signed.entry));
  return { amendment: saved, entry: signed.entry };
};

const steps: Readonly<Record<AmendmentDecision, Step>> = {
  accept: accepted,
  partially_accept: accepted,
  deny: denied,
  extend: extended,
  withdraw: withdrawn,
  record_disagreement: disagreed,
  record_rebuttal: rebutted,
};

const reasonsOf = ({ reason, singlePersonReason }: DecisionGiven, singlePerson: boolean) => ({
  reason: reason ?? null,
  singlePersonReason: singlePerson ? (singlePersonReason ?? null) : null,
});

async function signedStatement(
  { amendment, entry }: Found,
  kind: AddendumKind,
  content: string,
  { seal, proof }: With,
  context: Context,
): Promise<{ readonly entry: RecordEntry; readonly addendumId: string }> {
  if (proof === null) throw attestationReauthenticationFailed();
  const { versionNumber, id: amendmentId } = amendment;
  const written = { entry, versionNumber, kind, content, amendmentId };
  const { addendum, entry: saved } = await signedAddendum(written, proof, seal, context);
  return { entry: saved, addendumId: addendum.id };
}

/** Somebody else decides than whoever asked; the rule of the second person alone makes an exception (REC-50). */
async function settledAlone(
  { amendment, entry }: { readonly amendment: Amendment; readonly entry: RecordEntry },
  reason: string | null,
  context: Context,
): Promise<boolean> {
  const { caseMembers, secondPersonRule, now, user } = context;
  const requester = amendment.requestedByUserId;
  if (requester !== user.userId) return false;
  const members = await caseMembers.activeOf(entry.caseId, now);
  const { singlePerson } = await secondPersonRule.check(context, {
    step: 'amendment.decide',
    target: { kind: 'amendment', id: amendment.id },
    requesterIds: [requester],
    countedFrom: amendment.createdAt,
    mayAlso: members.filter(({ role }) => role === 'reviewer' || role === 'lead').map(({ userId }) => userId),
    reason,
    actor: user.userId,
  });
  return singlePerson;
}
