import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RestoreRefused } from '@chancery/adapters-persistence';
import { replaceFile } from '@chancery/adapters-services';
import { z } from 'zod';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

const manifest = z.strictObject({
  format: z.literal('chancery-backup'),
  formatVersion: z.literal(1),
  madeAt: z.iso.datetime(),
  chancery: z.string(),
  database: z.strictObject({ kind: z.enum(['postgres', 'pglite']), server: z.string() }),
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/),
      columns: z.array(z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)),
      rows: count,
      bytes: count,
      sha256: digest,
      rowsDigest: digest,
    }),
  ),
  /** The digest is that of the list of the objects, which has theirs. */
  blobs: z.strictObject({ objects: count, bytes: count, lost: count, sha256: digest }),
  keys: z.array(z.strictObject({ name: z.literal('master.key'), sha256: digest })),
});

/** What a backup holds. It is written last: a folder without it is no backup. */
export type Manifest = z.output<typeof manifest>;

const fileName = 'manifest.json';
const digestOf = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest('hex');

export const writeManifest = (folder: string, content: Manifest): Promise<void> =>
  replaceFile(
    join(folder, fileName),
    `${JSON.stringify({ ...content, sha256: digestOf(content) }, null, 2)}\n`,
  );

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new RestoreRefused(
      `There is no ${fileName} in ${folder}: this is no backup, or one that was not finished.`,
    );
  });
  const damaged = new RestoreRefused(`The file ${fileName} is damaged.`);
  const { sha256, ...content } = objectIn(text) ?? {};
  if (sha256 !== digestOf(content)) throw damaged;
  if (content.format === 'chancery-backup' && content.formatVersion !== 1)
    throw new RestoreRefused('The backup has a form that only a newer version of Chancery reads.');
  const parsed = manifest.safeParse(content);
  if (!parsed.success) throw damaged;
  return parsed.data;
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
