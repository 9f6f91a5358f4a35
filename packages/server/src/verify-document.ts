import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { EnginePool, PooledPdfSealer } from '@chancery/adapters-engines';
import { type CheckedSeal, isSound, type SealReport } from '@chancery/core';
import { complain, type Given, print, textOf } from './command-answer.ts';
import { fileSource } from './file-source.ts';

const words: Readonly<Record<CheckedSeal['outcome'], string>> = {
  passed: 'good',
  failed: 'BAD',
  not_checked: 'not checked',
};

/** A check as a person reads it. */
export const lineOf = ({ outcome, detail }: CheckedSeal): string => `${words[outcome]}: ${detail}`;

/**
 * The command `documents verify`: checks a sealed file on this machine, and asks nobody (SEA-18). The exit code is 0 if
 * nothing that was checked is wrong, 1 if the file was changed or has no seal that can be trusted, 2 if it cannot be read.
 */
export async function verifyDocument(given: Given): Promise<number> {
  const path = textOf(given.file);
  const content = await fileSource(path);
  if (content === null || content.sizeBytes === 0) return complain(2, 'The file cannot be read.');
  const roots = given.root === undefined ? [] : await rootsIn(textOf(given.root));
  if (roots === null) return complain(2, '--root: give a PEM file with certificates.');
  const kept = given.signingCopy === undefined ? null : await digestOf(textOf(given.signingCopy));
  if (kept === 'unreadable') return complain(2, '--signing-copy: the file cannot be read.');
  const pool = new EnginePool({ processes: 1 });
  try {
    const now = new Date().toISOString();
    const report = await new PooledPdfSealer(pool).verify(content, { roots, signingCopySha256: kept, now });
    if (given.json === true) print(report);
    else process.stdout.write(`${linesOf(report).join('\n')}\n`);
    if (report.kind === 'unreadable') return 2;
    return isSound(report) ? 0 : 1;
  } finally {
    await pool.close(0);
  }
}

function linesOf({ kind, sha256, facts, checks }: SealReport): readonly string[] {
  const file = `SHA-256 of the file: ${sha256}`;
  if (facts === null)
    return [kind === 'unreadable' ? 'The file is no PDF that can be read.' : 'The file has no seal.', file];
  const said: readonly (readonly [string, string | null])[] = [
    ['Sealed by', facts.certificateSubject],
    ['Certificate of the seal (SHA-256)', facts.certificateFingerprint],
    ['Issued by (SHA-256)', facts.issuerFingerprint],
    ['Time that the seal claims', facts.claimedAt],
    ['Time of the time-stamp', facts.timestampAt],
    ['Signing copy (SHA-256)', facts.signingCopySha256],
    ['Evidence (SHA-256)', facts.evidenceSha256],
  ];
  return [
    ...checks.map(lineOf),
    '',
    file,
    ...said.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
  ];
}

const begin = '-----BEGIN CERTIFICATE-----';

async function rootsIn(path: string): Promise<readonly Uint8Array[] | null> {
  try {
    const blocks = (await readFile(path, 'latin1')).split(begin).slice(1);
    return blocks.length === 0 ? null : blocks.map((block) => new X509Certificate(`${begin}${block}`).raw);
  } catch {
    return null;
  }
}

async function digestOf(path: string): Promise<string | 'unreadable'> {
  try {
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  } catch {
    return 'unreadable';
  }
}
