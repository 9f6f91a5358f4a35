import { type records as core, versionConflict } from '@chancery/core';
import { instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type EncounterRow = core.Encounter & { workspaceId: string };

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

export function encounterRepository(sql: Sql, workspaceId: string): core.EncounterRepository {
  const encounters = table(sql, EncounterRow, { workspaceId });

  return {
    add: (encounter) => encounters.insert({ ...encounter, workspaceId }),
    find: (id, lock) => encounters.find({ id }, lock),
    latestOf: (caseId, ownMasks, most) =>
      sql<core.Encounter>(
        `select ${encounters.selection} from encounters where workspace_id = $1 and case_id = $2 and own_mask = any($4::integer[])
         order by coalesce(started_at, scheduled_start_at, created_at) desc, id desc limit $3`,
        [workspaceId, caseId, most, ownMasks],
      ),
    async save(encounter) {
      const after = { ...encounter, version: encounter.version + 1 };
      const saved = await encounters.update(
        { id: encounter.id, version: encounter.version },
        { ...after, workspaceId },
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
  };
}
