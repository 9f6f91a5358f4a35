import { createHash } from 'node:crypto';
import type { SealReport, SealTrust } from '@chancery/core';
import type { CheckSealOutput } from './check-seal-task.ts';
import { failed, passed } from './checked-seal.ts';
import { evidenceChecks } from './evidence-checks.ts';

/** Puts what was found in a file into words. */
export function reportOf(found: CheckSealOutput, trust: SealTrust): SealReport {
  const { sha256, pages, seals, seal, evidence } = found;
  if (pages === null) return { kind: 'unreadable', sha256, facts: null, checks: [] };
  if (seal === null) return { kind: 'unsealed', sha256, facts: null, checks: [] };
  const { checks, ...facts } = seal;
  const said = evidenceChecks(found, trust);
  return {
    kind: 'sealed',
    sha256,
    facts: {
      ...facts,
      pages,
      evidenceSha256:
        evidence instanceof Uint8Array ? createHash('sha256').update(evidence).digest('hex') : null,
      signingCopySha256: said.signingCopySha256,
    },
    checks: [
      seals === 1
        ? passed('seal', 'The file has one seal.')
        : failed('seal', `The file has ${seals} signatures; a file that Chancery has sealed has one.`),
      ...checks,
      ...said.checks,
    ],
  };
}
