import type { WritingContext } from '../kernel/handler-context.ts';
import type { OpenedKey } from '../kernel/key-vault.ts';
import type { Instant } from '../kernel/time.ts';
import { isSigned } from './addenda/signed-addendum.ts';
import { type AmendmentAsked, requestAmendment } from './amendments/new-amendment.ts';
import { isAmendableCase, requireOpenCase } from './cases/case.ts';
import { sealOf } from './entries/case-key.ts';
import type { EntrySource } from './entries/entry.ts';
import { requireEncounter } from './entries/named-encounter.ts';
import { addedDraft, newDraft } from './entries/new-draft.ts';
import { requirePast, withGiven } from './entries/written-sections.ts';
import { caseNotFound, entryNotFound } from './errors.ts';
import { followUpOwnerNotMember } from './follow-ups/errors.ts';
import { aboutFollowUp, followUpAssigned, followUpCreated } from './follow-ups/events.ts';
import { type FollowUp, followUpStates, usualReminders } from './follow-ups/follow-up.ts';
import { addFollowUp } from './follow-ups/follow-up-text.ts';
import { followedEntry, followUpMask } from './follow-ups/followed-entry.ts';
import { requireOfCase } from './follow-ups/sound-follow-up.ts';
import { workflowOf } from './pack/record-pack.ts';
import type { RecordsPorts } from './ports.ts';
import { bodySection } from './templates/section.ts';
import { textSeal } from './texts/case-text.ts';

/** The transaction of another context in which something is taken into the records. */
export type IntakeTransaction = Pick<WritingContext, 'workspaceId' | 'now' | 'newId' | 'emit' | 'timeZones'>;

export interface FollowUpAsked
  extends Pick<
      FollowUp,
      'caseId' | 'title' | 'description' | 'priority' | 'dueAt' | 'subjectId' | 'artifactId'
    >,
    Partial<Pick<FollowUp, 'encounterId'>> {
  /** Who is to do it, if they are on the case now; otherwise a lead of the case. */
  readonly ownerUserId: string | null;
  /** Whether somebody has chosen them: then it is refused if they are not on the case. Left out: nobody has. */
  readonly isOwnerChosen?: boolean;
  /** Who stands there as whoever wrote it down; null makes that its owner. */
  readonly createdByUserId: string | null;
  readonly source: { readonly kind: FollowUp['sourceKind']; readonly id: string | null };
  /**
   * Whether it holds what somebody outside asked, which is kept whatever has become of the case since: it may be over, the
   * subject no longer its own, and nobody on it, so that it stays with whoever is named. Left out: it is not.
   */
  readonly isFromOutside?: boolean;
}

export interface DraftAsked {
  readonly caseId: string;
  readonly entryType: string;
  readonly title: string;
  /** In Markdown. */
  readonly body: string;
  readonly occurredAt: Instant | null;
  readonly encounterId: string | null;
  /** The labels that it has beside those of its case and its subject: at least those of what it was made from. */
  readonly ownMask: number;
  readonly authorUserId: string;
  readonly source: EntrySource;
}

/**
 * What other contexts bring into the records, in their own transactions. Who may do so is decided by them; what the records
 * demand of every request, follow-up and draft holds here too.
 */
export interface RecordIntake {
  /** Which key seals what is in the case of an entry, so that it can be opened before the transaction; null if none does. */
  keyIdOfEntry(artifactId: string): Promise<string | null>;
  keyIdOfCase(caseId: string): Promise<string | null>;
  /** Whether a change of this entry can be asked for now: it is signed, not in error, and its case open or closed. */
  takesAmendments(artifactId: string): Promise<boolean>;
  /** Asks for a change of a signed entry, under the opened key of its case. */
  requestAmendment(
    asked: AmendmentAsked & { readonly artifactId: string },
    key: OpenedKey | null,
    tx: IntakeTransaction,
  ): Promise<{ readonly amendmentId: string; readonly dueOn: string }>;
  /**
   * Notes what is to be done in an open case, or in any if somebody outside asked it. What is said of it is sealed under the
   * opened key of the case; without a description there is no need of one.
   */
  openFollowUp(
    asked: FollowUpAsked,
    key: OpenedKey | null,
    tx: IntakeTransaction,
  ): Promise<{ readonly followUpId: string }>;
  /** Writes the draft of an entry without a template into an open case, under the opened key of the case. */
  insertDraft(
    asked: DraftAsked,
    key: OpenedKey | null,
    tx: IntakeTransaction,
  ): Promise<{ readonly artifactId: string }>;
}

export const recordIntake = (own: () => RecordsPorts): RecordIntake => ({
  async keyIdOfEntry(artifactId) {
    const { entries, recordKeys } = own();
    const entry = await entries.find(artifactId);
    return entry === null ? null : recordKeys.find({ kind: 'case', id: entry.caseId });
  },
  keyIdOfCase: (caseId) => own().recordKeys.find({ kind: 'case', id: caseId }),

  async takesAmendments(artifactId) {
    const { entries, cases } = own();
    const entry = await entries.find(artifactId, 'for update');
    return entry !== null && isSigned(entry) && isAmendableCase(await cases.find(entry.caseId));
  },

  async requestAmendment({ artifactId, ...asked }, key, tx) {
    const context = within(own(), tx);
    const entry = await context.entries.find(artifactId, 'for update');
    if (entry === null) throw entryNotFound();
    const { id, dueOn } = await requestAmendment(entry, asked, sealOf(key, context), context);
    return { amendmentId: id, dueOn };
  },

  openFollowUp: (asked, key, tx) => openFollowUp(asked, key, within(own(), tx)),
  insertDraft: (asked, key, tx) => insertDraft(asked, key, within(own(), tx)),
});

/** What a step needs of the records, in the transaction that asks. */
const within = (ports: Taking, tx: IntakeTransaction) => {
  const { amendments, entries, cases, caseMembers, caseSubjects, subjects } = ports;
  const { encounters, followUps, workspaceIdentity, recordPacks, recordCipher } = ports;
  const { workspaceId, now, newId, emit, timeZones } = tx;
  return {
    ...{ amendments, entries, cases, caseMembers, caseSubjects, subjects },
    ...{ encounters, followUps, workspaceIdentity, recordPacks, recordCipher },
    ...{ workspaceId, now, newId, emit, timeZones },
  };
};
type Taking = Pick<
  RecordsPorts,
  | 'amendments'
  | 'entries'
  | 'cases'
  | 'caseMembers'
  | 'caseSubjects'
  | 'subjects'
  | 'encounters'
  | 'followUps'
  | 'workspaceIdentity'
  | 'recordPacks'
  | 'recordCipher'
>;
type Context = ReturnType<typeof within>;

function ownerAmong(
  members: Awaited<ReturnType<RecordsPorts['caseMembers']['activeOf']>>,
  asked: string | null,
  { isFromOutside, isOwnerChosen }: { readonly isFromOutside: boolean; readonly isOwnerChosen: boolean },
): string {
  const named = members.find(({ userId }) => userId === asked);
  const owner = isOwnerChosen ? named : (named ?? members.find(({ role }) => role === 'lead'));
  const ownerUserId = owner?.userId ?? (isFromOutside ? asked : null);
  if (ownerUserId === null) throw followUpOwnerNotMember();
  return ownerUserId;
}

async function openFollowUp(
  { source, createdByUserId, isFromOutside = false, isOwnerChosen = false, ...given }: FollowUpAsked,
  key: OpenedKey | null,
  context: Context,
): Promise<{ readonly followUpId: string }> {
  const { cases, caseMembers, newId, now, emit } = context;
  const recordCase = await cases.find(given.caseId, 'for update');
  if (recordCase === null) throw caseNotFound();
  if (!isFromOutside) requireOpenCase(recordCase);
  const asked = isFromOutside ? await withSubjectOfCase(given, context) : given;
  const members = await caseMembers.activeOf(recordCase.id, now);
  const ownerUserId = ownerAmong(members, asked.ownerUserId, { isFromOutside, isOwnerChosen });
  const author = createdByUserId ?? ownerUserId;
  const followUp: FollowUp = {
    encounterId: null,
    ...asked,
    id: newId(),
    status: followUpStates.begin('open'),
    ownerUserId,
    reminders: usualReminders,
    armedAt: now,
    ...{ outcome: null, cancelReason: null, sourceKind: source.kind, sourceId: source.id },
    ...{ completedAt: null, completedByUserId: null },
    createdByUserId: author,
    createdAt: now,
    updatedByUserId: author,
    updatedAt: now,
    version: 1,
  };
  await requireOfCase(followUp, context);
  const entry = await followedEntry(followUp, context);
  if (entry !== null && entry.caseId !== recordCase.id) throw entryNotFound();
  await addFollowUp(followUp, textSeal(key, recordCase, context), context);
  const effectiveMask = await followUpMask(followUp, recordCase, context);
  emit(followUpCreated, {
    ...aboutFollowUp(followUp, { ...recordCase, effectiveMask }),
    title: followUp.title,
  });
  if (ownerUserId !== createdByUserId)
    emit(followUpAssigned, { followUpId: followUp.id, ownerUserId, version: 1 });
  return { followUpId: followUp.id };
}

/** The same without its subject, if that is no longer one of the case. */
const withSubjectOfCase = async <A extends Pick<FollowUp, 'caseId' | 'subjectId'>>(
  asked: A,
  { caseSubjects }: Pick<Context, 'caseSubjects'>,
): Promise<A> => {
  const { caseId, subjectId } = asked;
  return subjectId === null || (await caseSubjects.idsOf(caseId)).includes(subjectId)
    ? asked
    : { ...asked, subjectId: null };
};

async function insertDraft(
  { caseId, body, ...asked }: DraftAsked,
  key: OpenedKey | null,
  context: Context,
): Promise<{ readonly artifactId: string }> {
  const { cases, subjects, newId, now } = context;
  const recordCase = await cases.find(caseId, 'for update');
  const subject = recordCase && (await subjects.find(recordCase.primarySubjectId));
  if (recordCase === null || subject === null) throw caseNotFound();
  requireOpenCase(recordCase);
  const occurredAt = asked.occurredAt ?? now;
  requirePast(occurredAt, context);
  await requireEncounter(asked.encounterId, caseId, context);
  const entry = newDraft(
    {
      ...asked,
      id: newId(),
      caseId,
      subjectId: subject.id,
      occurredAt,
      effectiveMask: asked.ownMask | recordCase.effectiveMask | subject.effectiveMask,
    },
    { template: null, templateVersion: null, workflow: await workflowOf(context), now },
  );
  const sections = withGiven([bodySection], new Map(), { body });
  const content = {
    title: entry.title,
    occurredAt: entry.occurredAt,
    encounterId: entry.encounterId,
    sections,
  };
  await addedDraft(entry, content, sealOf(key, context), context);
  return { artifactId: entry.id };
}
