import { isFailure } from '../../kernel/errors.ts';
import { groupBy } from '../../kernel/grouping.ts';
import { attachmentTextRead } from '../attachments/events.ts';
import type { EntrySeal } from '../entries/content.ts';
import { recordIndexJobs, recordSweepJobs } from '../jobs.ts';
import { reaction, scheduled } from '../ports.ts';
import { sealsOf } from '../texts/case-seals.ts';
import { recordIndexDue, recordReindexDue } from './events.ts';
import type { IndexedText, UnindexedRecord } from './ports.ts';
import { openedText, readTexts, storableText, type TextsToOpen } from './read-texts.ts';

const [textsAtOnce, casesAtOnce] = [20, 200];

/** Opens what is sealed in a case, so that it is found by what it says; each version once, however often this runs (records 10). */
export const indexRecords = reaction(
  recordIndexDue,
  {
    topic: 'records.index',
    policy: recordIndexJobs,
    aggregate: ({ caseId }) => ({ type: 'case', id: caseId }),
  },
  async ({ caseId, whole }, context) => {
    const { read, transact, keyVault, recordCipher, workspaceId } = context;
    if (workspaceId === null) return;
    if (whole) await transact(({ recordSearch }) => recordSearch.renew(caseId));
    for (;;) {
      const { unindexed, texts } = await read(async (inside) => {
        const due = await inside.recordSearch.unindexed(caseId, textsAtOnce);
        return {
          unindexed: due,
          texts: await readTexts(
            due.map(({ sealed }) => ({ caseId, sealed })),
            inside,
          ),
        };
      });
      if (unindexed.length === 0) return;
      const seals = await sealsOf(texts.keyIds, { keyVault, workspaceId, recordCipher });
      const opened = unindexed.map((one) => indexedText(one, seals.get(caseId), texts));
      // What was signed again meanwhile comes with the next batch.
      await transact(({ recordSearch }) => recordSearch.index(opened));
    }
  },
);

/** The text of a file is there: its case has something to open. */
export const indexReadFile = reaction(
  attachmentTextRead,
  {
    topic: 'records.index_file',
    policy: recordIndexJobs,
    aggregate: ({ attachmentId }) => ({ type: 'attachment', id: attachmentId }),
  },
  async ({ attachmentId }, { once }) => {
    await once(async ({ entryAttachments, entries, emit }) => {
      const attachment = await entryAttachments.find(attachmentId);
      const entry = attachment === null ? null : await entries.find(attachment.entryId);
      if (entry !== null) emit(recordIndexDue, { caseId: entry.caseId, whole: false });
    });
  },
);

/** What cannot be opened is found by its title; a check of integrity says that it cannot (REC-96). */
function indexedText(one: UnindexedRecord, seal: EntrySeal | undefined, texts: TextsToOpen): IndexedText {
  const { kind, id, version } = one;
  try {
    return { kind, id, version, body: storableText(openedText(one.sealed, seal, texts) ?? '') };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind, id, version, body: '' };
  }
}

/** Finds what no job was asked for: what was there before the index, and what became less secret. */
export const findUnindexedRecords = scheduled(
  {
    topic: 'records.find_unindexed',
    cron: '* * * * *',
    policy: recordSweepJobs,
    databaseRole: 'identity',
  },
  async ({ read, transact }) => {
    const due = await read(({ recordIndexSweep }) => recordIndexSweep.toIndex(casesAtOnce));
    for (const [workspaceId, cases] of groupBy(due, (one) => one.workspaceId))
      await transact(async (work) => {
        work.enter(workspaceId);
        const ids = cases.map(({ caseId }) => caseId);
        await work.recordSearch.note(ids);
        for (const caseId of ids) work.emit(recordIndexDue, { caseId, whole: false });
      });
  },
);

/** Has all cases of a workspace indexed anew, some at a time. */
export const reindexRecords = reaction(
  recordReindexDue,
  { topic: 'records.reindex', policy: recordIndexJobs, aggregate: () => null },
  async ({ afterCaseId }, { once }) => {
    await once(async ({ recordSearch, emit }) => {
      const ids = await recordSearch.cases(afterCaseId, casesAtOnce);
      for (const caseId of ids) emit(recordIndexDue, { caseId, whole: true });
      const last = ids.at(-1);
      if (ids.length === casesAtOnce && last !== undefined) emit(recordReindexDue, { afterCaseId: last });
    });
  },
);
