import type { CursorKey } from '../../kernel/pages.ts';
import type { RecordTemplate, RecordTemplateStatus, RecordTemplateVersion } from './template.ts';

export interface TemplateFilter {
  readonly status: RecordTemplateStatus | 'all';
  readonly entryType: string | null;
  /** Templates for this type of case, and those for all. */
  readonly caseType: string | null;
  /** Each of them has to be found in the name. */
  readonly words: readonly string[];
}

/** The templates of entries in the workspace of this transaction. */
export interface RecordTemplateRepository {
  /** Whoever adds a template or restores one next waits for the end of the transaction. */
  lockNames(): Promise<void>;
  /** How many are not archived. */
  liveCount(): Promise<number>;
  isCodeTaken(code: string): Promise<boolean>;
  /** Those of the codes that are taken, each with the industry pack that its template came with. */
  packsOfCodes(
    codes: readonly string[],
  ): Promise<readonly (readonly [code: string, packCode: string | null])[]>;
  add(template: RecordTemplate, version: RecordTemplateVersion): Promise<void>;
  /** The template, also if it is archived, or `template.not_found`. */
  get(id: string, lock?: 'for update'): Promise<RecordTemplate>;
  /** Stores it as the version after `template.version`, or throws `version_conflict`. */
  save(template: RecordTemplate): Promise<RecordTemplate>;
  addVersion(version: RecordTemplateVersion): Promise<void>;
  /** One version, or null. */
  findVersion(templateId: string, number: number): Promise<RecordTemplateVersion | null>;
  /** All versions of these templates, the oldest first. */
  versionsOf(templateIds: readonly string[]): Promise<readonly RecordTemplateVersion[]>;
  /** By name, then id, after the cursor key; `limit + 1` rows mean that there are more. */
  list(filter: TemplateFilter, after: CursorKey | null, limit: number): Promise<readonly RecordTemplate[]>;
  purge(): Promise<void>;
}
