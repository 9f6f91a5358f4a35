import { createHash } from 'node:crypto';
import type { CheckSealOutput } from './check-seal-task.ts';

/** What has to be found in a file that was just sealed. */
export interface ExpectedSeal {
  readonly fingerprint: string;
  readonly pages: number;
  readonly evidenceSha256: string | null;
  readonly hasTimestamp: boolean;
}

/** Why a file that was just sealed must not be handed out, or null (SEA-7). */
export function selfCheckFault(
  { pages, seals, seal, evidence }: CheckSealOutput,
  expected: ExpectedSeal,
): string | null {
  if (pages === null) return 'The sealed file cannot be read.';
  if (pages !== expected.pages) return `The sealed file has ${pages} pages instead of ${expected.pages}.`;
  if (seal === null || seals !== 1) return `The sealed file has ${seals} signatures instead of one.`;
  const failure = seal.checks.find(({ outcome }) => outcome === 'failed');
  if (failure !== undefined) return failure.detail;
  const wanted = [
    'byte_range',
    'digest',
    'signature',
    'certificate',
    ...(expected.hasTimestamp ? ['timestamp'] : []),
  ];
  const missing = wanted.find(
    (check) => !seal.checks.some((each) => each.check === check && each.outcome === 'passed'),
  );
  if (missing !== undefined) return `The sealed file could not be checked: ${missing}.`;
  if (seal.certificateFingerprint !== expected.fingerprint) return 'The seal is by another certificate.';
  if (expected.evidenceSha256 === null) return null;
  const found = evidence instanceof Uint8Array ? createHash('sha256').update(evidence).digest('hex') : null;
  return found === expected.evidenceSha256
    ? null
    : 'The attached evidence cannot be read from the sealed file.';
}
