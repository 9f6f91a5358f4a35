import { offer } from '../kernel/context-ports.ts';
import type { HandlerContext, WritingContext } from '../kernel/handler-context.ts';
import type { OpenedKey } from '../kernel/key-vault.ts';
import type { Instant } from '../kernel/time.ts';
import type { Purpose } from './access/labels.ts';
import type { RecordReach } from './access/ports.ts';
import { reachOf, readerOf } from './access/reader.ts';
import type { RecordReader } from './access/record-reader.ts';
import { type RecordScopes, recordScopes } from './access/scopes.ts';
import type { Addendum } from './addenda/addendum.ts';
import type { EntryAttachment } from './attachments/attachment.ts';
import { recordProofs } from './audit/entry-proofs.ts';
import { type LedgerStanding, ledgerStanding } from './audit/ledger-standing.ts';
import type { CaseMember, RecordCase } from './cases/case.ts';
import { type SeenCase, seenCase } from './cases/seen-case.ts';
import { type RecordDisposal, recordDisposal } from './disposal/record-disposal.ts';
import { type Appending, appendToDraft, type TextToAppend } from './entries/append-to-draft.ts';
import type { RecordEntry } from './entries/entry.ts';
import type { PinnedNumber, SealedVersion } from './entries/ports.ts';
import { type EntriesToRead, type ReadableEntries, readableEntries } from './entries/readable-entries.ts';
import { type EntrySurroundings, entrySurroundings } from './entries/sealed-contents.ts';
import type { RecordSignature } from './entries/signature.ts';
import { recordIntake } from './intake.ts';
import type { ScopeKey } from './keys/ports.ts';
import { recordSigner } from './keys/record-signer.ts';
import { ports } from './ports.ts';
import { type SeenSubject, seenSubject } from './subjects/seen-subject.ts';
import type { Subject } from './subjects/subject.ts';
import { type Seeding, seedTemplates, type TemplatesToSeed } from './templates/seed-templates.ts';
import type { RecordTemplate } from './templates/template.ts';

type Asking = Pick<HandlerContext, 'user' | 'now'>;
interface WithPurpose {
  readonly purposeOfUse?: Purpose | undefined;
}

/** Answers what other contexts ask about subjects, in the transaction that asks. */
export interface RecordSubjects {
  /** The subject as this person sees it for this purpose; refuses as reading it does. */
  seen(
    asked: WithPurpose & { readonly subjectId: string },
    asking: Asking,
    lock?: 'for update',
  ): Promise<SeenSubject>;
  /** The same for background work and for whoever comes by a link; null if there is none. */
  get(id: string): Promise<Subject | null>;
  /** The key to whose public half is sealed what is to end with the subject; null if it has none yet. */
  keyOf(id: string): Promise<ScopeKey | null>;
  /** The subject and all that is one person with it by merges, under whose ids what concerns that person was written. */
  sameAs(id: string): Promise<readonly string[]>;
  /** Whether the workspace keeps records of anybody. */
  any(): Promise<boolean>;
}

/** The same about cases. */
export interface RecordCases {
  seen(
    asked: WithPurpose & { readonly caseId: string },
    asking: Asking,
    lock?: 'for update',
  ): Promise<SeenCase>;
  get(id: string): Promise<RecordCase | null>;
  /** Whom the case is about at this moment. */
  subjectIds(caseId: string): Promise<readonly string[]>;
  /** Who works on the case at this moment. */
  members(caseId: string, now: Instant): Promise<readonly Pick<CaseMember, 'userId' | 'role'>[]>;
}

/** The same about entries, and what is needed to open what was signed. */
export interface RecordEntries {
  /** Those of the entries that this person passes but for the purpose. */
  passedAmong(artifactIds: readonly string[], asking: Asking): Promise<readonly RecordEntry[]>;
  /** Signed versions, still sealed; what there is not is left out. With a lock they change after the transaction. */
  pinned(of: readonly PinnedNumber[], lock?: 'for share'): Promise<readonly SealedVersion[]>;
  signaturesOf(artifactIds: readonly string[]): Promise<readonly RecordSignature[]>;
  /** What was added to these entries, still sealed, the oldest first. */
  addendaOf(artifactIds: readonly string[]): Promise<readonly Addendum[]>;
  /** Files of entries by their ids; those that there are not are left out. */
  attachments(ids: readonly string[]): Promise<readonly EntryAttachment[]>;
  /** The id of the key of a case in the vault; null if nothing of it was sealed yet. */
  keyIdOf(caseId: string): Promise<string | null>;
}

/** What the caller is to records: their clearance and their duties. */
export interface RecordReaders {
  of(asking: Pick<HandlerContext, 'user'>): Promise<RecordReader>;
  /** The condition under which lists show what the caller passes for this purpose. */
  reach(purpose: Purpose | null, asking: Asking): Promise<RecordReach>;
}

/** What is read of many entries at once, to draw something from them. */
export interface RecordReading {
  /** The finalized entries of a case that the caller sees for the purpose, and passes all together. */
  readable(asked: EntriesToRead, found: SeenCase, asking: Asking): Promise<ReadableEntries>;
  /** What their texts are made of beside themselves, and whom they are about. */
  surroundings(entries: readonly RecordEntry[]): Promise<EntrySurroundings>;
  /** The titles of what somebody is still to do in a case, the newest first, at most 500. */
  openFollowUps(caseId: string): Promise<readonly string[]>;
}

/** Writes in drafts for other contexts. */
export interface RecordDrafts {
  /** Writes a text at the end of a draft of the caller's, or refuses as writing in it does. */
  append(text: TextToAppend, key: OpenedKey | null, appending: Appending): Promise<void>;
}

/** Signs what is no statement of a member with the key of the workspace. */
export interface RecordSigning {
  sign(
    workspaceId: string,
    bytes: Uint8Array,
    tx: Pick<WritingContext, 'keyRing' | 'random' | 'now' | 'emit'>,
  ): Promise<{ readonly keyId: string; readonly signature: Uint8Array }>;
}

/** Adds the templates that come with an industry pack. */
export interface TemplateSeeding {
  /** Adds those that the workspace does not have yet (GOV-38), or refuses if it has no room for them. */
  seed(given: TemplatesToSeed, seeding: Seeding): Promise<readonly RecordTemplate[]>;
}

/** How far the ledger of the workspace is proven. */
export interface RecordLedger {
  standing(now: Instant): Promise<LedgerStanding>;
}

/** The ports that this context implements for others. */
export const offers = {
  recordDisposal: offer(ports, (own): RecordDisposal => recordDisposal(own)),
  recordSigning: offer(
    ports,
    (own): RecordSigning => ({
      async sign(workspaceId, bytes, { keyRing, random, now, emit }) {
        const { recordSigningKeys } = own();
        const signer = await recordSigner(workspaceId, { recordSigningKeys, keyRing, random, now, emit });
        return { keyId: signer.keyId, signature: signer.signBytes(bytes) };
      },
    }),
  ),
  recordSubjects: offer(
    ports,
    (own): RecordSubjects => ({
      seen(asked, { user, now }, lock) {
        const { subjects, recordStandings } = own();
        return seenSubject(asked, { subjects, recordStandings, user, now }, lock);
      },
      get: (id) => own().subjects.find(id),
      async keyOf(id) {
        const [key = null] = await own().recordKeys.findAll([{ kind: 'subject', id }]);
        return key;
      },
      async sameAs(id) {
        const { subjects } = own();
        const canonical = (await subjects.find(id))?.canonicalSubjectId ?? id;
        const merged = await subjects.mergedInto([canonical]);
        return [canonical, ...merged.map((subject) => subject.id)];
      },
      any: async () => !(await own().subjects.isEmpty()),
    }),
  ),
  recordCases: offer(
    ports,
    (own): RecordCases => ({
      seen(asked, { user, now }, lock) {
        const { cases, recordStandings } = own();
        return seenCase(asked, { cases, recordStandings, user, now }, lock);
      },
      get: (id) => own().cases.find(id),
      subjectIds: async (caseId) =>
        (await own().caseSubjects.activeOf(caseId)).map(({ subjectId }) => subjectId),
      members: (caseId, now) => own().caseMembers.activeOf(caseId, now),
    }),
  ),
  recordScopes: offer(ports, (own): RecordScopes => recordScopes(own)),
  recordIntake: offer(ports, recordIntake),
  recordReaders: offer(
    ports,
    (own): RecordReaders => ({
      of: ({ user }) => readerOf({ user, recordStandings: own().recordStandings }),
      reach: (purpose, { user, now }) =>
        reachOf(purpose, { user, now, recordStandings: own().recordStandings }),
    }),
  ),
  recordProofs: offer(ports, recordProofs),
  recordLedger: offer(
    ports,
    (own): RecordLedger => ({
      standing: (now) => ledgerStanding(own(), now),
    }),
  ),
  recordEntries: offer(
    ports,
    (own): RecordEntries => ({
      async passedAmong(artifactIds, { user, now }) {
        const { entries, recordStandings } = own();
        const reader = await readerOf({ user, recordStandings });
        return artifactIds.length === 0 ? [] : entries.passedAmong(artifactIds, { reader, now });
      },
      pinned: (of, lock) => own().entries.pinned(of, lock),
      signaturesOf: (artifactIds) => own().recordSignatures.ofEntries(artifactIds),
      addendaOf: (artifactIds) => own().addenda.ofEntries(artifactIds),
      attachments: async (ids) =>
        (await Promise.all(ids.map((id) => own().entryAttachments.find(id)))).filter((file) => file !== null),
      keyIdOf: (caseId) => own().recordKeys.find({ kind: 'case', id: caseId }),
    }),
  ),
  recordReading: offer(
    ports,
    (own): RecordReading => ({
      readable(asked, found, { user, now }) {
        const { entries, recordStandings } = own();
        return readableEntries(asked, found, { entries, recordStandings, user, now });
      },
      surroundings(entries) {
        const { recordTemplates, subjects, encounters } = own();
        return entrySurroundings(entries, { recordTemplates, subjects, encounters });
      },
      openFollowUps: (caseId) => own().followUps.openTitles(caseId),
    }),
  ),
  recordDrafts: offer(
    ports,
    (own): RecordDrafts => ({
      append(text, key, appending) {
        const { entries, recordStandings, recordTemplates, recordCipher } = own();
        const { user, now, emit, accessedBy, workspaceId } = appending;
        const context = { entries, recordStandings, recordTemplates, recordCipher };
        return appendToDraft(text, key, { ...context, user, now, emit, accessedBy, workspaceId });
      },
    }),
  ),
  templateSeeding: offer(
    ports,
    (own): TemplateSeeding => ({
      seed: (given, seeding) => seedTemplates(given, { ...seeding, recordTemplates: own().recordTemplates }),
    }),
  ),
};
