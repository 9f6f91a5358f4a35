import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ExportUnreadable, NoteRefused, type Primitives, webCrypto } from '@chancery/verify';
import { sha256InOnePiece } from '@chancery/verify/fast';
import { UsageError } from './exit-codes.ts';
import { note } from './operation-call.ts';
import { styleFor } from './style.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';
import { renderTable } from './table.ts';

/** Node gives a digest as text in half the time that it takes to give it as bytes. */
export const sha256 = sha256InOnePiece((piece) => Buffer.from(hash('sha256', piece, 'binary'), 'latin1'));
/** Hashes of Node are there at once, which a large export is verified several times faster with. */
export const primitives: Primitives = { ...webCrypto, sha256 };

/** An option that may be given several times. */
export const collected = (value: string, before: readonly string[] = []) => [...before, value];
export const aboutKeys = 'A key of the log, learned from somebody you trust; several may be given.';

/** What a check says, for people and for programs. */
export interface Said {
  /** 0 if it holds, 1 if not; 3 if something was not there to check. */
  readonly code: 0 | 1 | 3;
  readonly verdict: string;
  readonly lines?: readonly string[];
  /** What was found, one a row. */
  readonly table?: readonly Readonly<Record<string, unknown>>[];
  readonly warnings: readonly string[];
  readonly data: object;
}

const colours = { 0: 'green', 1: 'red', 3: 'yellow' } as const;

/** Says it, and gives the exit code. */
export function tell(
  { code, verdict, lines = [], table = [], warnings, data }: Said,
  options: GlobalOptions,
  { stdout, stderr, env }: Surroundings,
): number {
  if (options.json) {
    stdout.write(`${JSON.stringify(data)}\n`);
    return code;
  }
  const style = styleFor(stdout, env, options);
  note(warnings, options, stderr, env);
  stdout.write(`${[style(colours[code], verdict), ...lines].join('\n')}\n`);
  const width = stdout.isTTY ? stdout.columns || 80 : Number.POSITIVE_INFINITY;
  if (table.length > 0) stdout.write(`${renderTable(table, width, style).text}\n`);
  return code;
}

export async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw readable(error, file);
  }
}

/** What is wrong with what was given ends with 2, like every wrong command line. */
export function readable(error: unknown, file: string): unknown {
  if (error instanceof ExportUnreadable) return new UsageError(`${file} is no export. ${error.message}`);
  if (error instanceof NoteRefused)
    return new UsageError(`A checkpoint that was given does not open: ${error.reason}.`);
  if (error instanceof RangeError) return new UsageError(error.message);
  const isOfSystem = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return isOfSystem ? new UsageError(`${file} cannot be read: ${error.message}`) : error;
}
