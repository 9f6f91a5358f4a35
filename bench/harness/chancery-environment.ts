import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DataFolder {
  readonly path: string;
  remove(): void;
}

export function dataFolder(): DataFolder {
  const path = mkdtempSync(join(tmpdir(), 'chancery-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** What every measured Chancery is started with: no throttles, warnings only, mail into the spool. */
export const chanceryEnvironment = (folder: DataFolder, more: Readonly<Record<string, string>> = {}) => ({
  CHANCERY_DATA_DIR: folder.path,
  CHANCERY_LISTEN: '127.0.0.1:0',
  CHANCERY_BASE_URL: 'http://127.0.0.1:8080',
  CHANCERY_RATE_LIMIT_SCALE: '0',
  CHANCERY_LOG_LEVEL: 'warn',
  ...more,
});
