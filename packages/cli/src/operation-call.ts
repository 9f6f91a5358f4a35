import { createReadStream } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ChanceryError, type Download, type NamedContent, type RequestOptions } from '@chancery/sdk';
import type { Operation } from '@chancery/sdk/operations';
import { connect } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { type Manner, present } from './presentation.ts';
import { type ProgressBar, progressBar, watched } from './progress-bar.ts';
import { styleFor } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** What every operation's command takes beside its fields. */
export interface OwnOptions {
  readonly input?: string;
  readonly output?: string;
  readonly all?: boolean;
  readonly columns?: readonly string[];
}

/** Calls the operation and shows its answer. */
export async function perform(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  own: OwnOptions,
  options: GlobalOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { client } = connect(options, surroundings, operation.credentials);
  const request: RequestOptions = options.idempotencyKey ? { idempotencyKey: options.idempotencyKey } : {};
  const asked = asFile(operation, input, own);
  if (asked !== null) {
    await download(() => client.download(operation.route, asked, request), own.output, options, surroundings);
    return;
  }
  if (operation.file !== undefined) {
    const bar = progressBar(options, surroundings);
    try {
      const { [operation.file]: path, ...fields } = input;
      const file = await contentOf(String(path), bar);
      const sent = await client.sendFile(operation.route, { ...fields, file }, request);
      show(sent, options, surroundings, { operation });
    } finally {
      bar.end();
    }
    return;
  }
  const read = (cursor?: string) =>
    client.call<unknown>(operation.route, cursor === undefined ? input : { ...input, cursor }, request);
  try {
    const { pagination } = operation;
    show(
      own.all && pagination
        ? await everyPage(read, operation.list?.arrays ?? [pagination], options, surroundings)
        : await read(),
      options,
      surroundings,
      { operation, columns: own.columns },
    );
  } catch (error) {
    // A health endpoint answers 503 with a report of its own, which is what was asked for.
    if (error instanceof ChanceryError && isBareReport(error.body)) show(error.body, options, surroundings);
    throw error;
  }
}

/** What asks for a file, if the answer is one: always, or because somebody wants it as one. */
function asFile(
  { binary, saved }: Operation,
  input: Readonly<Record<string, unknown>>,
  { output }: OwnOptions,
): Readonly<Record<string, unknown>> | null {
  if (binary) return input;
  if (saved === undefined || (output === undefined && input[saved] !== true)) return null;
  return { ...input, [saved]: true };
}

const isBareReport = (body: unknown) =>
  typeof body === 'object' && body !== null && 'status' in body && !('success' in body);

/** How wide a line may be: of a file or a pipe as wide as it is. */
export const lineWidth = ({ stdout, env }: Pick<Surroundings, 'stdout' | 'env'>): number =>
  stdout.isTTY ? stdout.columns || Number(env.COLUMNS) || 80 : Number.POSITIVE_INFINITY;

/** Data on stdout: as JSON exactly what the service gave, else for a person; what is said beside it, on stderr. */
export function show(
  data: unknown,
  options: GlobalOptions,
  surroundings: Surroundings,
  about: Pick<Manner, 'operation' | 'columns'> = {},
): void {
  const { stdout, stderr, env, timeZone, now = () => new Date() } = surroundings;
  if (options.json) {
    stdout.write(`${JSON.stringify(data ?? null, null, 2)}\n`);
    return;
  }
  const viewpoint = stdout.isTTY ? { now: now(), ...(timeZone && { timeZone }) } : null;
  const { text, notes } = present(data, {
    width: lineWidth(surroundings),
    style: styleFor(stdout, env, options),
    viewpoint,
    ...about,
  });
  stdout.write(`${text}\n`);
  note(notes, options, stderr, env);
}

export function note(
  notes: readonly string[],
  options: GlobalOptions,
  stderr: Surroundings['stderr'],
  env: Surroundings['env'],
): void {
  if (options.quiet) return;
  const style = styleFor(stderr, env, options);
  for (const each of notes) stderr.write(`${style('yellow', each)}\n`);
}

type ListPage = Record<string, unknown> & { readonly nextCursor: string | null };

/** All pages as one, in the shape of one. */
async function everyPage(
  read: (cursor?: string) => Promise<unknown>,
  fields: readonly string[],
  { quiet }: GlobalOptions,
  { stderr }: Surroundings,
): Promise<ListPage> {
  const items = new Map<string, unknown[]>(fields.map((field) => [field, []]));
  let count = 0;
  const progress = stderr.isTTY && !quiet;
  let page: ListPage | null = null;
  do {
    // The operation is declared as a list with a cursor, so its pages have this shape.
    page = (await read(page?.nextCursor ?? undefined)) as ListPage;
    for (const [field, found] of items) {
      const more = page[field] as unknown[];
      found.push(...more);
      count += more.length;
    }
    if (progress) stderr.write(`\r${count} ${fields.join(' and ')} read…`);
  } while (page.nextCursor);
  if (progress) stderr.write('\r\u001b[K');
  return { ...page, ...Object.fromEntries(items), count, nextCursor: null };
}

async function download(
  start: () => Promise<Download>,
  file: string | undefined,
  options: GlobalOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { stdout, stderr, env } = surroundings;
  if (file === undefined && stdout.isTTY) {
    throw new UsageError(
      'This answers a file, which is not for a terminal.',
      'Name one with --output <file>, or redirect.',
    );
  }
  const { stream, sizeBytes } = await start();
  const bar = progressBar(options, surroundings);
  const parts = watched(stream, 'Receiving', sizeBytes, bar);
  try {
    if (file === undefined) for await (const part of parts) stdout.write(part);
    else await writeFile(file, parts);
  } finally {
    bar.end();
  }
  if (file !== undefined) note([`Written to ${file}.`], options, stderr, env);
}

/** The file at a path, read while it is sent. */
async function contentOf(path: string, bar: ProgressBar): Promise<NamedContent> {
  try {
    const { size } = await stat(path);
    await (await open(path)).close(); // what cannot be read is refused before anything is sent
    return { name: basename(path), content: watched(createReadStream(path), 'Sending', size, bar) };
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
