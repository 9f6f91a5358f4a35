import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { lifecycle } from '@chancery/core';
import { complain, type Given, print, textOf } from './command-answer.ts';

/**
 * The command `lifecycle verify-mrz <file>`, where a hyphen stands for the standard input: whether the machine readable zone of
 * an identity document agrees with itself. It stores nothing, and repeats neither the lines nor the whole number. The exit code
 * is 0 for a zone that does, also of a document that has expired, 1 for one that does not, 2 if there is none.
 */
export async function verifyMrz(given: Given, input: NodeJS.ReadableStream = process.stdin): Promise<number> {
  const path = textOf(given.file);
  const read = path === '-' ? text(input) : readFile(path, 'utf8');
  const said = await read.catch(() => null);
  if (said === null) return complain(2, 'The file cannot be read.');
  const asOf = textOf(given.asOf) || new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(asOf) || Number.isNaN(Date.parse(asOf)))
    return complain(2, '--as-of: give a date such as 2026-11-23.');

  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const report = lifecycle.zoneReport(lines, asOf);
  if (report === null)
    return complain(
      2,
      'Give two lines of 36 or 44 characters or three of 30: capital letters, digits and <.',
    );
  print(report);
  return report.outcome === 'verified' || report.outcome === 'expired' ? 0 : 1;
}
