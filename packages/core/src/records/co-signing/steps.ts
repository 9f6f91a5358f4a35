import type { ProvenAgain } from '../../identity/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import { signedUnder } from '../entries/attestation.ts';
import type { EntrySeal } from '../entries/content.ts';
import { coSignStates, type EntryVersion, type RecordEntry } from '../entries/entry.ts';
import {
  aboutEntry,
  aboutSavedEntry,
  entryCoSignDeclined,
  entryCoSigned,
  entryDraftUpdated,
} from '../entries/events.ts';
import { requireUnchanged } from '../entries/reviewed-snapshot.ts';
import type { SeenEntry } from '../entries/seen-entry.ts';
import type { RecordSignature } from '../entries/signature.ts';
import {
  attestationReauthenticationFailed,
  coSignAuthor,
  coSignInvalidState,
  coSignNotRequestedFromYou,
  entryContentChanged,
  entryInvalidState,
} from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { sayCoSignRequested } from './co-sign.ts';
import type { CoSignGiven } from './co-sign-entry.ts';

type Context = RecordsPorts & WritingContext;
interface With {
  readonly seal: EntrySeal;
  /** Null where nothing is signed. */
  readonly proof: ProvenAgain | null;
}
interface Stepped {
  readonly entry: RecordEntry;
  readonly signature: RecordSignature | null;
}
type Step = (found: SeenEntry, given: CoSignGiven, by: With, context: Context) => Promise<Stepped>;

/** Signs what was finalized, over the same hash as its author (GOV-28). */
export const coSigned: Step = async (found, given, { seal, proof }, context) => {
  const { entries, now, user, emit } = context;
  const version = await versionAskedOf(found, context);
  const { contentHash } = await requireUnchanged(version, seal, context);
  if (given.expectedContentHash !== undefined && given.expectedContentHash !== contentHash)
    throw entryContentChanged();
  if (proof === null || given.attestation === undefined) throw attestationReauthenticationFailed();

  const { statementId } = given.attestation;
  const item = { artifactId: found.entry.id, versionNumber: version.number, contentHash };
  const { signatures } = await signedUnder(proof, statementId, [item], meant[statementId], context);
  const [signature] = signatures;
  if (signature === undefined) throw new TypeError('One version was to be signed');
  const entry = await entries.save({
    ...settled(found.entry, 'sign', context),
    updatedByUserId: user.userId,
    updatedAt: now,
  });
  emit(entryCoSigned, {
    ...aboutSavedEntry(entry),
    signatureId: signature.id,
    comment: given.comment ?? null,
  });
  return { entry, signature };
};

const meant = {
  'attest.cosign.v1': { role: 'co_signer', meaning: 'review' },
  'attest.supervisor.v1': { role: 'supervisor', meaning: 'supervision' },
} as const;

export const declined: Step = async (found, given, _, context) => {
  const { entries, now, user, emit } = context;
  const { number: versionNumber } = await versionAskedOf(found, context);
  const entry = await entries.save({
    ...settled(found.entry, 'decline', context),
    updatedByUserId: user.userId,
    updatedAt: now,
  });
  emit(entryCoSignDeclined, { ...aboutEntry(entry), versionNumber, reason: given.reason ?? null });
  return { entry, signature: null };
};

/** Asks for a second signature of the newest signed version; before there is one, names who is asked then. */
export const requested: Step = async ({ entry: before }, given, _, context) => {
  const { entries, now, user, emit } = context;
  if (before.status === 'entered_in_error') throw entryInvalidState();
  if (!coSignStates.can(before.coSignStatus, 'request')) throw coSignInvalidState();
  const coSignerUserId = given.requestedFromUserId ?? null;
  await requireAnother(before, coSignerUserId, context);
  const changed = { ...before, coSignerUserId, updatedByUserId: user.userId, updatedAt: now };
  if (before.currentVersion === null) {
    if (coSignerUserId === null)
      throw invalidField('/requestedFromUserId', 'field.required', 'Say who is asked once it is signed.');
    const named = await entries.save(changed);
    emit(entryDraftUpdated, { ...aboutEntry(named), changed: ['coSignFromUserId'] });
    return { entry: named, signature: null };
  }
  const entry = await entries.save({
    ...changed,
    coSignStatus: coSignStates.next(before.coSignStatus, 'request'),
    coSignVersion: before.currentVersion,
    coSignRequestedAt: now,
    ...{ coSignDecidedAt: null, coSignDecidedByUserId: null },
  });
  sayCoSignRequested(entry, emit);
  return { entry, signature: null };
};

const settled = (
  entry: RecordEntry,
  step: 'sign' | 'decline',
  { now, user }: Pick<Context, 'now' | 'user'>,
): RecordEntry => ({
  ...entry,
  coSignStatus: coSignStates.next(entry.coSignStatus, step),
  coSignDecidedAt: now,
  coSignDecidedByUserId: user.userId,
});

/** The version for which the caller is asked to sign; passes only whoever is asked, and never its author. */
async function versionAskedOf({ entry, standing }: SeenEntry, context: Context): Promise<EntryVersion> {
  const { entries, user } = context;
  if (entry.authorUserId === user.userId) throw coSignAuthor();
  const version = (await entries.versions(entry.id)).find(({ number }) => number === entry.coSignVersion);
  if (version?.authorUserId === user.userId) throw coSignAuthor();
  if (!coSignStates.can(entry.coSignStatus, 'sign') || version === undefined) throw coSignInvalidState();
  const isAsked =
    entry.coSignerUserId === null
      ? standing.caseRole === 'lead' || standing.caseRole === (await roleToCoSign(entry, context))
      : entry.coSignerUserId === user.userId;
  if (!isAsked) throw coSignNotRequestedFromYou();
  return version;
}

/** The role on the case of those who sign where nobody is asked by name. */
export async function roleToCoSign(
  { templateId }: Pick<RecordEntry, 'templateId'>,
  { recordTemplates }: Pick<RecordsPorts, 'recordTemplates'>,
): Promise<'reviewer' | 'lead'> {
  return templateId === null ? 'reviewer' : (await recordTemplates.get(templateId)).coSignerCaseRole;
}

/** Passes if whoever is asked is somebody else than the author and than whoever declined, and sees the entry as a member of its case. */
async function requireAnother(
  entry: RecordEntry,
  coSignerUserId: string | null,
  context: Context,
): Promise<void> {
  const field = '/requestedFromUserId';
  if (coSignerUserId === null) {
    if (entry.coSignStatus !== 'declined') return;
    throw invalidField(field, 'field.required', 'Name somebody else than whoever declined.');
  }
  const isOther = coSignerUserId !== entry.authorUserId;
  const hasDeclined = entry.coSignStatus === 'declined' && coSignerUserId === entry.coSignDecidedByUserId;
  if (isOther && !hasDeclined && (await isSeenByMember(entry, coSignerUserId, context))) return;
  throw invalidField(field, 'field.invalid', 'Name another member of the case who sees the entry.');
}

async function isSeenByMember(
  { id, caseId }: RecordEntry,
  userId: string,
  { caseMembers, memberDirectory, recordStandings, entries, now }: Context,
): Promise<boolean> {
  if (!(await caseMembers.activeOf(caseId, now)).some((member) => member.userId === userId)) return false;
  const [known] = await memberDirectory.find([userId]);
  if (known === undefined || known.status !== 'active') return false;
  const reader = { userId, role: known.role, ...(await recordStandings.reader(userId)) };
  return (await entries.findSeen(id, { reader, now })) !== null;
}
