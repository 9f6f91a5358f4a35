import { type records as core, versionConflict } from '@chancery/core';
import { bytes, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { indexedText, plainText } from './case-texts.ts';

type Plain = core.EncounterText;
/** Rows from before what is written was sealed have it plain until a job has sealed it; nothing plain is written any more. */
type EncounterRow = Omit<core.StoredEncounter, 'text'> &
  Plain & { textSealed: Uint8Array | null; workspaceId: string };
type ReadRow = Omit<EncounterRow, 'workspaceId'>;

const EncounterRow = new EntitySchema<EncounterRow>({
  name: 'Encounter',
  tableName: 'encounters',
  columns: {
    id: key(),
    workspaceId: tenant(),
    caseId: uuid(),
    encounterType: text(),
    mode: text(),
    status: text(),
    title: text(),
    reason: nullable(text()),
    outcome: nullable(text()),
    textSealed: nullable(bytes()),
    scheduledStartAt: nullable(instant()),
    scheduledEndAt: nullable(instant()),
    startedAt: nullable(instant()),
    endedAt: nullable(instant()),
    timeZone: text(),
    location: nullable(text()),
    participants: json(),
    meetingId: nullable(uuid()),
    ownMask: int(),
    createdByUserId: text(),
    createdAt: instant(),
    updatedByUserId: text(),
    updatedAt: instant(),
    version: int(),
  },
});

const stored = ({ reason, outcome, location, textSealed, ...row }: ReadRow): core.StoredEncounter => ({
  ...row,
  text: textSealed ?? plainText({ reason, outcome, location }),
});

const written = ({ text, ...encounter }: core.SealedEncounter, workspaceId: string): EncounterRow => ({
  ...encounter,
  ...{ reason: null, outcome: null, location: null },
  textSealed: text,
  workspaceId,
});

export function encounterRepository(sql: Sql, workspaceId: string): core.EncounterRepository {
  const encounters = table(sql, EncounterRow, { workspaceId });
  const index = async ({ id, text: sealed }: core.SealedEncounter, found: string) => {
    if (sealed !== null) await indexedText(sql, { workspaceId, kind: 'encounter', id }, found);
  };

  return {
    async add(encounter, found) {
      await encounters.insert(written(encounter, workspaceId));
      await index(encounter, found);
    },
    async find(id, lock) {
      const row = await encounters.find({ id }, lock);
      return row === null ? null : stored(row);
    },
    async latestOf(caseId, ownMasks, most) {
      const rows = await sql<ReadRow>(
        `select ${encounters.selection} from encounters where workspace_id = $1 and case_id = $2 and own_mask = any($4::integer[])
         order by coalesce(started_at, scheduled_start_at, created_at) desc, id desc limit $3`,
        [workspaceId, caseId, most, ownMasks],
      );
      return rows.map(stored);
    },
    async save(encounter, found) {
      const after = { ...encounter, version: encounter.version + 1 };
      const saved = await encounters.update(
        { id: encounter.id, version: encounter.version },
        written(after, workspaceId),
      );
      if (saved === 0) throw versionConflict();
      await index(encounter, found);
      return after;
    },
    async plainOf(caseId, most) {
      const rows = await sql<ReadRow>(
        `select ${encounters.selection} from encounters
         where workspace_id = $1 and case_id = $2 and (reason is not null or outcome is not null or location is not null)
         order by id limit $3 for update`,
        [workspaceId, caseId, most],
      );
      return rows.map(stored);
    },
    async sealText(encounter, found) {
      await encounters.update({ id: encounter.id }, written(encounter, workspaceId));
      await index(encounter, found);
    },
  };
}
