import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { EntryAttachment } from '../attachments/attachment.ts';
import { attachmentErased } from '../attachments/errors.ts';
import { openedAttachment, readableBytes } from '../attachments/opened-attachment.ts';
import { encounterText } from '../encounters/encounter-text.ts';
import { type EntrySeal, entrySeal } from '../entries/content.ts';
import type { RecordEntry } from '../entries/entry.ts';
import { type EntryReading, readEntry, shownEntry } from '../entries/entry-reading.ts';
import { followUpText } from '../follow-ups/follow-up-text.ts';
import { openedKey } from '../keys/scope-key.ts';
import type { RecordsPreparing } from '../ports.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import type { BundleAsked } from './bundle-fields.ts';
import { type BundleSource, bundleModel } from './bundle-model.ts';
import type { BundleRows } from './bundle-rows.ts';
import { bundleWordsOf } from './bundle-words.ts';
import { type BundledEntry, isShownOnPages } from './entry-sections.ts';
import { bundleEmpty, bundleTooLarge } from './errors.ts';
import { BundleTooLarge, type ComposedPdf } from './record-pdf-composer.ts';

const mostPages = 2_000;
const mostBytes = 200 * 1024 * 1024;
/** So many entries are read in one transaction. */
const batchSize = 25;

/** A bundle, and how many signed versions it holds. */
export interface BundleContent extends ComposedPdf {
  readonly items: number;
}

/** The PDF of these rows, composed outside of any transaction. */
export async function composedBundle(
  asked: BundleAsked,
  rows: BundleRows,
  bundleId: string,
  context: RecordsPreparing,
): Promise<BundleContent> {
  const { transact, now, user, recordPdfComposer } = context;
  const key = await keyOfCase(asked.caseId, context);
  const seal = entrySeal(context.workspaceId, key, context.recordCipher);
  const entries = await signedVersions(asked, rows.entries, seal, context);
  if (rows.encounters.length + entries.length + rows.followUps.length === 0) throw bundleEmpty();
  const attachments = asked.include.includes('attachments') ? attachmentsOf(entries) : [];
  const shown = attachments.filter(({ attachment }) => isShownOnPages(attachment));
  const size = shown.reduce((sum, { attachment }) => sum + attachment.sizeBytes, 0);
  if (size > mostBytes) throw bundleTooLarge();
  const files = shown.map(({ attachment }) => {
    if (key === null) throw attachmentErased();
    return openedAttachment({ ...attachment, blobKey: readableBytes(attachment) }, key, context);
  });
  const surroundings = await transact(async (work) => {
    const members = await work.caseMembers.activeOf(asked.caseId, work.now);
    const leads = members.filter(({ role }) => role === 'lead').map(({ userId }) => userId);
    const owners = rows.followUps.map(({ ownerUserId }) => ownerUserId);
    const named = await namedUsers([...leads, ...owners, user.userId], work);
    const { name } = await work.workspaceIdentity.profile();
    return { named, workspaceName: name, leads: leads.map((userId) => named(userId).displayName) };
  });
  const source: BundleSource = {
    ...{
      asked,
      rows: openedRows(rows, seal),
      bundleId,
      at: now,
      requester: surroundings.named(user.userId).displayName,
    },
    ...surroundings,
    entries: asked.include.includes('entries') ? entries : [],
    attachments: attachments.map((each) => ({
      ...each,
      source: shown.findIndex(({ attachment }) => attachment.id === each.attachment.id),
    })),
  };
  const model = bundleModel(source, bundleWordsOf(user.locale));
  const composed = await recordPdfComposer.bundle(model, files, mostPages).catch((error: unknown) => {
    throw error instanceof BundleTooLarge ? bundleTooLarge() : error;
  });
  if (composed.bytes.byteLength > mostBytes) throw bundleTooLarge();
  return { ...composed, items: source.entries.length };
}

/** Null where nothing was sealed yet, or the key was destroyed. */
async function keyOfCase(caseId: string, context: RecordsPreparing): Promise<OpenedKey | null> {
  const keyId = await context.transact(({ recordKeys }) => recordKeys.find({ kind: 'case', id: caseId }));
  return keyId === null ? null : openedKey(keyId, context);
}

const openedRows = (rows: BundleRows, seal: EntrySeal): BundleSource['rows'] => ({
  ...rows,
  encounters: rows.encounters.map((each) => encounterText.opened(each, seal)),
  followUps: rows.followUps.map((each) => followUpText.opened(each, seal)),
});

async function signedVersions(
  { versions }: BundleAsked,
  entries: readonly RecordEntry[],
  seal: EntrySeal,
  { transact }: RecordsPreparing,
): Promise<readonly BundledEntry[]> {
  const found: BundledEntry[] = [];
  for (let at = 0; at < entries.length; at += batchSize) {
    const readings = await transact(async (work) => {
      const all: EntryReading[] = [];
      for (const entry of entries.slice(at, at + batchSize)) {
        const current = await readEntry(entry, { version: entry.currentVersion ?? undefined }, work);
        const others = current.versions.filter(
          ({ finalizedAt, number }) => finalizedAt !== null && number !== entry.currentVersion,
        );
        if (versions === 'all')
          for (const { number } of others) all.push(await readEntry(entry, { version: number }, work));
        all.push(current);
      }
      return all;
    });
    for (const reading of readings) {
      const snapshot = reading.snapshot === null ? null : seal.openSnapshot(reading.snapshot);
      const attachmentIds = (snapshot?.document.attachments ?? []).map(({ id }) => id);
      found.push({ reading, view: shownEntry(reading, seal), attachmentIds: new Set(attachmentIds) });
    }
  }
  return found;
}

/** The files of the versions that are shown, each once; refused if one of them may not be read. */
function attachmentsOf(
  entries: readonly BundledEntry[],
): readonly { readonly attachment: EntryAttachment; readonly entryTitle: string }[] {
  const all = new Map<string, { readonly attachment: EntryAttachment; readonly entryTitle: string }>();
  for (const { reading, view, attachmentIds } of entries)
    for (const attachment of reading.attachments) {
      if (!attachmentIds.has(attachment.id) && attachment.addendumId === null) continue;
      readableBytes(attachment);
      all.set(attachment.id, { attachment, entryTitle: view.title });
    }
  return [...all.values()];
}
