import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ConnectionError, TimeoutError, UnavailableError, type UploadDocumentResult } from '@chancery/sdk';
import type { Operation } from '@chancery/sdk/operations';
import { type UploadDocumentOptions, uploadDocument } from '@chancery/sdk/upload-document';
import type { Command } from 'commander';
import { connect } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { type FieldOption, fieldOptions } from './field-options.ts';
import { withFlags } from './given-fields.ts';
import { withExamples } from './help-examples.ts';
import { note, show } from './operation-call.ts';
import { progressBar } from './progress-bar.ts';
import { chunkSizeOption, sendingWords } from './sending.ts';
import { harmless } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';
import { truncated } from './table.ts';

interface OwnOptions extends GlobalOptions {
  readonly chunkSize?: number;
  readonly session?: string;
  readonly resume: boolean;
}

/** `documents upload <file…>`: makes a document of each file, going on where an earlier run stopped. */
export function addUploadCommand(
  documents: Command,
  operation: Operation,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const fields = fieldOptions({
    ...operation,
    fields: operation.fields.filter(({ name }) => name !== 'uploadSessionId'),
  });
  const command = documents
    .command('upload')
    .argument('<file...>')
    .summary('Upload files of any size as documents')
    .description(
      'Makes a document of each file and shows them. A file of more than 8 MiB goes in chunks: run again after an interruption, the command goes on with what is there, and makes one document.',
    );
  for (const { option } of fields) command.addOption(option);
  command
    .addOption(chunkSizeOption())
    .option('--session <id>', 'The upload session to go on with.')
    .option('--no-resume', 'Begin anew, whatever is open.')
    .action(async (paths: readonly string[], _options, self: Command) => {
      started(operation);
      await run(paths, self, fields, { operation, surroundings });
    });
  withExamples(command, () => [
    'chancery documents upload contract.pdf --folder-id $FOLDER_ID',
    'chancery documents upload january.pdf february.pdf --tag invoice --tag 2026',
  ]);
}

async function run(
  paths: readonly string[],
  command: Command,
  fieldFlags: readonly FieldOption[],
  { operation, surroundings }: { readonly operation: Operation; readonly surroundings: Surroundings },
): Promise<void> {
  const options = command.optsWithGlobals<OwnOptions>();
  const fields = withFlags({}, fieldFlags, command.opts());
  requireOneFile(paths, { '--name': fields.name, '--session': options.session });
  for (const path of paths) await requireFile(path);
  const { client } = connect(options, surroundings, operation.credentials);
  const bar = progressBar(options, surroundings);
  const made: UploadDocumentResult[] = [];
  let hasBegun = false;
  try {
    for (const [index, path] of paths.entries()) {
      hasBegun = false;
      const which = paths.length > 1 ? ` ${index + 1} of ${paths.length}, ${shortName(path)}` : '';
      made.push(
        await uploadDocument(client, path, {
          ...fields,
          ...sendingOf(options, paths.length > 1 ? `-${index + 1}` : ''),
          onProgress: ({ phase, doneBytes, totalBytes, uploadSessionId }) => {
            hasBegun = uploadSessionId !== null;
            bar.tell(sendingWords[phase] + which, doneBytes, totalBytes);
          },
        }),
      );
    }
  } catch (error) {
    bar.end();
    const notes = notesOnFailure(error, paths.slice(made.length), hasBegun);
    note(notes, options, surroundings.stderr, surroundings.env);
    throw error;
  } finally {
    bar.end();
    if (made.length > 0) showMade(made, options, surroundings);
  }
}

function sendingOf(
  { chunkSize, session, resume, timeout, idempotencyKey }: OwnOptions,
  suffix: string,
): UploadDocumentOptions {
  return {
    chunkSizeBytes: chunkSize,
    uploadSessionId: session,
    resume,
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    idempotencyKey: idempotencyKey === undefined ? undefined : idempotencyKey + suffix,
  };
}

const shortName = (path: string) => truncated(harmless(basename(path)), 30);

function requireOneFile(paths: readonly string[], options: Readonly<Record<string, unknown>>): void {
  if (paths.length === 1) return;
  const [flag] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined) throw new UsageError(`${flag} goes with one file.`, 'Upload that file alone.');
}

/** What cannot be read is refused before anything is sent. */
async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`);
  });
  if (!found.isFile()) throw new UsageError(`${path} is no file.`, 'Name the files in it one by one.');
}

function notesOnFailure(error: unknown, left: readonly string[], hasBegun: boolean): string[] {
  const isOfLine = [ConnectionError, TimeoutError, UnavailableError].some((kind) => error instanceof kind);
  return [
    ...(hasBegun && isOfLine ? ['What was sent is kept: the same command goes on from there.'] : []),
    ...(left.length > 1 ? [`Not uploaded: ${left.join(', ')}.`] : []),
  ];
}

function showMade(
  made: readonly UploadDocumentResult[],
  options: GlobalOptions,
  surroundings: Surroundings,
): void {
  const { operations, stderr, env } = surroundings;
  const documents = made.map(({ document }) => document);
  const duplicates = made.flatMap(({ document, duplicates: found }) =>
    found.map((each) => ({ ...each, of: document.id })),
  );
  const list = { documents, count: documents.length };
  const columns = operations.find(({ id }) => id === 'listDocuments')?.list?.columns;
  show(options.json ? { ...list, duplicates } : list, options, surroundings, { columns });
  const known = duplicates.map(
    ({ name, documentId }) => `The same bytes were there already: ${harmless(name)}, ${documentId}.`,
  );
  if (!options.json) note(known, options, stderr, env);
}
