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
      `select date_order "dateOrder", extraction_languages "extractionLanguages", auto_extract "autoExtract", ocr,
         specimen_allowed "specimenAllowed", external_notices "externalNotices", trash_days "trashDays",
         digest_day "digestDay", updated_at "updatedAt", version
       from lifecycle_settings where workspace_id = $1`,
      [workspaceId],
    );
    return found ?? core.usualSettings;
  },
  async save(settings) {
    const after = { ...settings, version: settings.version + 1 };
    const { dateOrder, extractionLanguages, autoExtract, ocr, specimenAllowed, externalNotices } = after;
    const { trashDays, digestDay, updatedAt, version } = after;
    await sql(
      `insert into lifecycle_settings (workspace_id, date_order, extraction_languages, auto_extract, ocr, specimen_allowed,
         external_notices, trash_days, digest_day, updated_at, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (workspace_id) do update set date_order = excluded.date_order,
         extraction_languages = excluded.extraction_languages, auto_extract = excluded.auto_extract, ocr = excluded.ocr,
         specimen_allowed = excluded.specimen_allowed, external_notices = excluded.external_notices,
         trash_days = excluded.trash_days, digest_day = excluded.digest_day, updated_at = excluded.updated_at,
         version = excluded.version`,
      [
        ...[workspaceId, dateOrder, extractionLanguages, autoExtract, ocr, specimenAllowed],
        ...[externalNotices, trashDays, digestDay, updatedAt, version],
      ],
    );
    return after;
  },
  noteDigest: (day) =>
    sql.did(
      `update lifecycle_settings set digested_on = $2
       where workspace_id = $1 and (digested_on is null or digested_on < $2::date)`,
      [workspaceId, day],
    ),
  async purge() {
    await sql('delete from lifecycle_settings where workspace_id = $1', [workspaceId]);
  },
});

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const digestSweep = (sql: Sql): core.DigestSweep => ({
  due: (days, before, after, limit) =>
    sql('select workspace_id "workspaceId" from chancery_lifecycle_digests($1, $2, $3, $4)', [
      ...[days, before, after, limit],
    ]),
});
