import { governance as core } from '@chancery/core';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';

export const recordSettingsRepository = (sql: Sql, workspaceId: string): core.RecordSettingsRepository => ({
  async get(lock) {
    // There may be nothing yet that could be locked.
    if (lock !== undefined) await lockName(sql, `record_settings:${workspaceId}`);
    const found = await sql.first<core.RecordSettings>(
      `select subject_directory "subjectDirectory", audit_reads "auditReads",
         external_intelligence "externalIntelligence", restricted_to_provider "restrictedToProvider",
         backup_retention_days "backupRetentionDays", search_language "searchLanguage",
         break_glass_notify "breakGlassNotify", updated_at "updatedAt", version
       from record_settings where workspace_id = $1`,
      [workspaceId],
    );
    return found ?? core.usualSettings;
  },
  async save(settings) {
    const after = { ...settings, version: settings.version + 1 };
    await sql(
      `insert into record_settings (workspace_id, subject_directory, audit_reads, external_intelligence,
         restricted_to_provider, backup_retention_days, search_language, break_glass_notify, updated_at, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (workspace_id) do update set subject_directory = excluded.subject_directory,
         audit_reads = excluded.audit_reads, external_intelligence = excluded.external_intelligence,
         restricted_to_provider = excluded.restricted_to_provider,
         backup_retention_days = excluded.backup_retention_days, search_language = excluded.search_language,
         break_glass_notify = excluded.break_glass_notify, updated_at = excluded.updated_at,
         version = excluded.version`,
      [
        workspaceId,
        after.subjectDirectory,
        after.auditReads,
        after.externalIntelligence,
        after.restrictedToProvider,
        after.backupRetentionDays,
        after.searchLanguage,
        after.breakGlassNotify,
        after.updatedAt,
        after.version,
      ],
    );
    return after;
  },
  async purge() {
    await sql('delete from record_settings where workspace_id = $1', [workspaceId]);
  },
});
