import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildServer, startServer } from './child-server.ts';

export interface DataFolder {
  readonly path: string;
  remove(): void;
}

export function dataFolder(): DataFolder {
  const path = mkdtempSync(join(tmpdir(), 'chancery-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

interface ChanceryStart {
  readonly folder: DataFolder;
  readonly environment?: Readonly<Record<string, string>>;
  readonly port?: number;
  readonly nodeOptions?: readonly string[];
  /** Throws away what the server writes to its log. */
  readonly quiet?: boolean;
}

/** As production starts Node. */
export const serverNodeOptions: readonly string[] = ['--max-semi-space-size=64'];

/** `chancery-server serve` as `npm run build` makes it and `npm start` runs it: no throttles, warnings only, mail into the spool of the folder. */
export const startChancery = ({ folder, environment = {}, ...start }: ChanceryStart): Promise<ChildServer> =>
  startServer({
    ...start,
    nodeOptions: [...serverNodeOptions, ...(start.nodeOptions ?? [])],
    file: new URL('../../packages/server/dist/main.js', import.meta.url),
    args: ['serve'],
    environment: {
      CHANCERY_DATA_DIR: folder.path,
      CHANCERY_RATE_LIMIT_SCALE: '0',
      CHANCERY_LOG_LEVEL: 'warn',
      CHANCERY_DRAIN_SECONDS: '0',
      ...environment,
    },
  });
