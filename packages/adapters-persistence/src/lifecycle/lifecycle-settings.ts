import { lifecycle as core } from '@chancery/core';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';

export const lifecycleSettingsRepository = (
  sql: Sql,
  workspaceId: string,
): core.LifecycleSettingsRepository => ({
  async get(lock) {
    // There may be nothing yet that could be locked.
    if (lock !== undefined) await lockName(sql, `lifecycle_settings:${workspaceId}`);
    const found = await sql.first<core.LifecycleSettings>(
      `select date_order "dateOrder", extraction_languages "extractionLanguages", ocr, specimen_allowed "specimenAllowed",
         trash_days "trashDays", updated_at "updatedAt", version
       from lifecycle_settings where workspace_id = $1`,
      [workspaceId],
    );
    return found ?? core.usualSettings;
  },
  async save(settings) {
    const after = { ...settings, version: settings.version + 1 };
    const { dateOrder, extractionLanguages, ocr, specimenAllowed, trashDays, updatedAt, version } = after;
    await sql(
      `insert into lifecycle_settings (workspace_id, date_order, extraction_languages, ocr, specimen_allowed, trash_days,
         updated_at, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (workspace_id) do update set date_order = excluded.date_order,
         extraction_languages = excluded.extraction_languages, ocr = excluded.ocr,
         specimen_allowed = excluded.specimen_allowed, trash_days = excluded.trash_days,
         updated_at = excluded.updated_at, version = excluded.version`,
      [workspaceId, dateOrder, extractionLanguages, ocr, specimenAllowed, trashDays, updatedAt, version],
    );
    return after;
  },
  async purge() {
    await sql('delete from lifecycle_settings where workspace_id = $1', [workspaceId]);
  },
});
