import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { EnginePool, PooledPdfSealer } from '@chancery/adapters-engines';
import { type CheckedSeal, isSound, type SealReport } from '@chancery/core';
import { complain, type Given, print, textOf } from './command-answer.ts';
import type { Environment } from './configuration.ts';
import { fileSource } from './file-source.ts';
import { type OnlineCheck, verifiedOnline } from './verify-online.ts';

const words: Readonly<Record<CheckedSeal['outcome'], string>> = {
  passed: 'good',
  failed: 'BAD',
  not_checked: 'not checked',
};

/** A check as a person reads it. */
export const lineOf = ({ outcome, detail }: Pick<CheckedSeal, 'outcome' | 'detail'>): string =>
  `${words[outcome]}: ${detail}`;

/**
 * The command `documents verify`: checks a sealed file on this machine (SEA-18), and then, if a base URL is given, asks that
 * server whether the file is its own. The exit code is 0 if nothing that was checked is wrong, 1 if the file was changed, has no
 * seal that can be trusted or is none of that server, 2 if it cannot be read.
 */
export async function verifyDocument(environment: Environment, given: Given): Promise<number> {
  const path = textOf(given.file);
  const content = await fileSource(path);
  if (content === null || content.sizeBytes === 0) return complain(2, 'The file cannot be read.');
  const roots = given.root === undefined ? [] : await rootsIn(textOf(given.root));
  if (roots === null) return complain(2, '--root: give a PEM file with certificates.');
  const kept = given.signingCopy === undefined ? null : await digestOf(textOf(given.signingCopy));
  if (kept === 'unreadable') return complain(2, '--signing-copy: the file cannot be read.');
  const baseUrl = textOf(given.baseUrl ?? environment.CHANCERY_BASE_URL);
  if (baseUrl !== '' && !(URL.canParse(baseUrl) && /^https?:/.test(baseUrl)))
    return complain(2, `"${baseUrl}" is no base URL; write it as https://chancery.example.org.`);
  const pool = new EnginePool({ processes: 1 });
  try {
    const now = new Date().toISOString();
    const report = await new PooledPdfSealer(pool).verify(content, { roots, signingCopySha256: kept, now });
    const isRead = report.kind !== 'unreadable';
    const online = baseUrl !== '' && isRead ? await verifiedOnline(baseUrl, report.sha256) : null;
    if (given.json === true) print({ ...report, online });
    else process.stdout.write(`${linesOf(report, online).map(asOneLine).join('\n')}\n`);
    if (!isRead) return 2;
    return isSound(report) && online?.outcome !== 'failed' ? 0 : 1;
  } finally {
    await pool.close(0);
  }
}

function linesOf({ kind, sha256, facts, checks }: SealReport, online: OnlineCheck | null): readonly string[] {
  const asked = online === null ? [] : [lineOf(online)];
  const file = `SHA-256 of the file: ${sha256}`;
  if (facts === null)
    return [
      kind === 'unreadable' ? 'The file is no PDF that can be read.' : 'The file has no seal.',
      ...asked,
      file,
    ];
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
    ...asked,
    '',
    file,
    ...said.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
  ];
}

/** Names in a file, or from a server, may hold characters by which a terminal shows what nobody has checked. */
const asOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');

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
