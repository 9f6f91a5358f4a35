import { type records as core, versionConflict } from '@chancery/core';
import { bytes, instant, int, ints, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { indexedText, plainText } from './case-texts.ts';
import { listFollowUps } from './follow-up-list.ts';

type Plain = core.FollowUpText;
/** Rows from before what is written was sealed have it plain until a job has sealed it; nothing plain is written any more. */
type FollowUpRow = Omit<core.StoredFollowUp, 'text'> &
  Plain & { textSealed: Uint8Array | null; workspaceId: string };
type ReadRow = Omit<FollowUpRow, 'workspaceId'>;
/** What the search looks through is written and never read back. */
type WrittenRow = FollowUpRow & { searchable: string };

const columns = {
  id: key(),
  workspaceId: tenant(),
  caseId: uuid(),
  subjectId: nullable(uuid()),
  artifactId: nullable(uuid()),
  encounterId: nullable(uuid()),
  title: text(),
  description: nullable(text()),
  status: text(),
  priority: text(),
  ownerUserId: text(),
  dueAt: nullable(instant()),
  reminders: ints(),
  armedAt: instant(),
  outcome: nullable(text()),
  cancelReason: nullable(text()),
  textSealed: nullable(bytes()),
  sourceKind: text(),
  sourceId: nullable(text()),
  completedAt: nullable(instant()),
  completedByUserId: nullable(text()),
  createdByUserId: text(),
  createdAt: instant(),
  updatedByUserId: text(),
  updatedAt: instant(),
  version: int(),
};
const FollowUpRow = new EntitySchema<FollowUpRow>({ name: 'FollowUp', tableName: 'follow_ups', columns });
const WrittenRow = new EntitySchema<WrittenRow>({
  name: 'WrittenFollowUp',
  tableName: 'follow_ups',
  columns: { ...columns, searchable: text() },
});

const storedFollowUp = <R extends ReadRow>({
  description,
  outcome,
  cancelReason,
  textSealed,
  ...row
}: R): Omit<R, keyof Plain | 'textSealed'> & Pick<core.StoredFollowUp, 'text'> => ({
  ...row,
  text: textSealed ?? plainText({ description, outcome, cancelReason }),
});

const written = (
  { text, ...followUp }: core.SealedFollowUp,
  { listed }: core.FollowUpWords,
  workspaceId: string,
): WrittenRow => ({
  ...followUp,
  ...{ description: null, outcome: null, cancelReason: null },
  textSealed: text,
  workspaceId,
  searchable: wordsIn(`${followUp.title} ${listed ?? ''}`),
});

/** Each word once, in the order of the alphabet: a list finds it by its words, and nobody reads in them what was written. */
const wordsIn = (value: string): string =>
  [...new Set(value.split(/\s+/))]
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');

export function followUpRepository(sql: Sql, workspaceId: string): core.FollowUpRepository {
  const followUps = table(sql, FollowUpRow, { workspaceId });
  const writing = table(sql, WrittenRow, { workspaceId });
  const index = async ({ id, text: sealed }: core.SealedFollowUp, { found }: core.FollowUpWords) => {
    if (sealed !== null) await indexedText(sql, { workspaceId, kind: 'follow_up', id }, found);
  };

  return {
    async add(followUp, words) {
      await writing.insert(written(followUp, words, workspaceId));
      await index(followUp, words);
    },
    async find(id, lock) {
      const row = await followUps.find({ id }, lock);
      return row === null ? null : storedFollowUp(row);
    },
    async save(followUp, words) {
      const after = { ...followUp, version: followUp.version + 1 };
      const saved = await writing.update(
        { id: followUp.id, version: followUp.version },
        written(after, words, workspaceId),
      );
      if (saved === 0) throw versionConflict();
      await index(followUp, words);
      return after;
    },
    async plainOf(caseId, most) {
      const rows = await sql<ReadRow>(
        `select ${followUps.selection} from follow_ups
         where workspace_id = $1 and case_id = $2 and (description is not null or outcome is not null or cancel_reason is not null)
         order by id limit $3 for update`,
        [workspaceId, caseId, most],
      );
      return rows.map(storedFollowUp);
    },
    async sealText(followUp, words) {
      await writing.update({ id: followUp.id }, written(followUp, words, workspaceId));
      await index(followUp, words);
    },
    list: (filter, reach, after, limit) =>
      listFollowUps(
        sql,
        { workspaceId, selection: followUps.selection, stored: storedFollowUp },
        { filter, reach, after, limit },
      ),
    ...upkeepOf(sql, workspaceId),
  };
}

/** What the repository is asked beside the follow-ups themselves. */
const upkeepOf = (
  sql: Sql,
  workspaceId: string,
): Pick<core.FollowUpRepository, 'count' | 'openTitles' | 'handOver' | 'noteReminder'> => ({
  async count(caseIds) {
    const [count = 0] = await sql.column<number>(
      'select count(*)::integer from follow_ups where workspace_id = $1 and case_id = any($2::uuid[])',
      [workspaceId, caseIds],
    );
    return count;
  },
  openTitles: (caseId) =>
    sql.column<string>(
      `select title from follow_ups where workspace_id = $1 and case_id = $2 and status in ('open', 'in_progress')
       order by id desc limit 500`,
      [workspaceId, caseId],
    ),
  async handOver(caseId, fromUserId, toUserId, at) {
    await sql(
      `update follow_ups set owner_user_id = $4, updated_at = $5, version = version + 1
       where workspace_id = $1 and case_id = $2 and owner_user_id = $3 and status in ('open', 'in_progress')`,
      [workspaceId, caseId, fromUserId, toUserId, at],
    );
  },
  async noteReminder(id, minutesBefore, dueAt, at) {
    const noted = await sql.changed(
      `insert into follow_up_reminders (workspace_id, follow_up_id, minutes_before, due_at, handed_on_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [workspaceId, id, minutesBefore, dueAt, at],
    );
    return noted > 0;
  },
});

/** Answers the sweep by a function that sees all workspaces and returns ids and times alone. */
export const followUpSweep = (sql: Sql): core.FollowUpSweep => ({
  toRemind: (now, most) =>
    sql<core.DueReminder>(
      `select workspace_id "workspaceId", follow_up_id "followUpId", minutes_before "minutesBefore", due_at "dueAt"
       from chancery_follow_ups_to_remind($1, $2)`,
      [now, most],
    ),
});
