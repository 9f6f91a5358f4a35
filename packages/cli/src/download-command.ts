import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ChanceryError } from '@chancery/sdk';
import { type DocumentDownload, type DocumentFile, downloadDocument } from '@chancery/sdk/download-document';
import type { Operation } from '@chancery/sdk/operations';
import { type Command, Option } from 'commander';
import { connect } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { fieldOptions } from './field-options.ts';
import { withFlags } from './given-fields.ts';
import { withExamples } from './help-examples.ts';
import { note, show } from './operation-call.ts';
import { progressBar, watched } from './progress-bar.ts';
import { harmless } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

interface OwnOptions extends GlobalOptions {
  readonly output?: string;
}

/** As much may have come and not be written yet, so that the line does not stand still while the disk writes; an interruption loses it. */
const mostUnwrittenBytes = 1024 * 1024;

/** `documents download <documentId>`: the whole file or nothing, with its digest checked. */
export function addDownloadCommand(
  documents: Command,
  operation: Operation,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const fields = fieldOptions({
    ...operation,
    fields: operation.fields.filter(({ name }) => name === 'variant'),
  });
  const command = documents
    .command('download')
    .argument('<documentId>')
    .summary('Download a document and check its digest')
    .description(
      'Writes a file once all of it has come and its SHA-256 is right. Run again after an interruption, the command goes on with what had come.',
    )
    .addOption(
      new Option(
        '--output <path>',
        'A file, a folder, or - for standard output. By default the name of the document, here, if no file has it yet.',
      ),
    );
  for (const { option } of fields) command.addOption(option);
  command.action(async (documentId: string, _options, self: Command) => {
    started(operation);
    const options = self.optsWithGlobals<OwnOptions>();
    const { client } = connect(options, surroundings, operation.credentials);
    const given = withFlags({}, fields, self.opts()) as Pick<Wanted, 'variant'>; // the option allows the values of the field
    const timeoutMs = options.timeout === undefined ? undefined : options.timeout * 1000;
    const start: Start = (received) =>
      downloadDocument(client, documentId, { ...given, timeoutMs, received });
    if (options.output === '-') await toStandardOutput(start, options, surroundings);
    else await toFile(start, options, surroundings);
  });
  withExamples(command, () => [
    'chancery documents download $DOCUMENT_ID',
    'chancery documents download $DOCUMENT_ID --variant original --output contract.pdf',
  ]);
}

type Wanted = NonNullable<Parameters<typeof downloadDocument>[2]>;
type Start = (received?: Wanted['received']) => Promise<DocumentDownload>;

async function toStandardOutput(
  start: Start,
  options: OwnOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { stdout } = surroundings;
  if (stdout.isTTY)
    throw new UsageError('A file is not for a terminal.', 'Name one with --output <file>, or redirect.');
  const { stream, sizeBytes } = await start();
  const bar = progressBar(options, surroundings);
  try {
    for await (const part of watched(stream, 'Receiving', sizeBytes, bar)) stdout.write(part);
  } finally {
    bar.end();
  }
}

/** Writes it beside its place first, and takes up there what an earlier run has received. */
export async function toFile(start: Start, options: OwnOptions, surroundings: Surroundings): Promise<void> {
  const { stderr, env } = surroundings;
  let [path, part] = ['', ''];
  const download = await start(async (file) => {
    path = await pathFor(options.output, file);
    part = partOf(path, file);
    return keptIn(part, file);
  });
  const { sha256, sizeBytes, mediaType } = download;
  const say = (...lines: readonly string[]) => note(lines, options, stderr, env);
  try {
    await writeRest(download, part, options, surroundings);
  } catch (error) {
    const isWrong = error instanceof ChanceryError && error.code === 'download.digest_mismatch';
    if (isWrong) await rm(part, { force: true });
    else say(`What came is kept in ${part}: the same command goes on from there.`);
    throw error;
  }
  await rename(part, path);
  if (options.json) show({ path, sizeBytes, sha256, mediaType }, options, surroundings);
  else say(`Written to ${path}; its SHA-256 is right: ${sha256}.`);
}

async function pathFor(output: string | undefined, file: DocumentFile): Promise<string> {
  const isFolder = output !== undefined && (await stat(output).catch(() => null))?.isDirectory();
  if (output !== undefined && !isFolder) return output;
  const path = join(output ?? '', nameOf(file));
  if ((await stat(path).catch(() => null)) === null) return path;
  throw new UsageError(`${path} is there already.`, 'Name another file with --output <file>.');
}

/** The service names the file, but not where it lies, nor that it is hidden. */
export const nameOf = ({ fileName }: Pick<DocumentFile, 'fileName'>): string =>
  basename(harmless(fileName ?? '').replaceAll('\\', '/')).replace(/^\.+/, '') || 'document';

/** Beside the file that it is to be; of other bytes it has another name. */
const partOf = (path: string, { sha256 }: DocumentFile): string =>
  join(dirname(path), `${basename(path).slice(0, 60)}.${sha256.slice(0, 16)}.part`);

/** What an earlier run has received. */
async function keptIn(part: string, { sizeBytes }: DocumentFile): Promise<AsyncIterable<Uint8Array> | null> {
  const file = await open(part, 'a').catch((error: Error) => {
    throw new UsageError(`${part} cannot be written: ${error.message}`);
  });
  const { size } = await file.stat();
  if (size > sizeBytes) await file.truncate(sizeBytes);
  await file.close();
  return size === 0 ? null : createReadStream(part);
}

/** At its place, so that a second run beside this one writes the same bytes to the same places. */
async function writeRest(
  { stream, offset, sizeBytes }: DocumentDownload,
  part: string,
  options: OwnOptions,
  surroundings: Surroundings,
): Promise<void> {
  const bar = progressBar(options, surroundings);
  const file = createWriteStream(part, { flags: 'r+', start: offset, highWaterMark: mostUnwrittenBytes });
  try {
    await pipeline(watched(stream, 'Receiving', sizeBytes, bar, offset), file);
  } finally {
    bar.end();
  }
}
