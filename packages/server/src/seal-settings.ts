import type { SealAlgorithm } from '@chancery/core';
import type { VariableValues } from './variables.ts';

/** Where the keys of seals come from, and who gives time-stamps. */
export interface SealSettings {
  /** Null means that keys are made here. */
  readonly files: {
    readonly keyFile: string;
    readonly certificateFile: string;
    readonly passphrase: string | null;
  } | null;
  readonly algorithm: SealAlgorithm;
  readonly timestampUrls: readonly string[];
  readonly timestampPolicy: 'best_effort' | 'require';
}

export function sealOf(values: VariableValues): SealSettings {
  const { CHANCERY_SEAL_KEY_FILE: keyFile, CHANCERY_SEAL_CERT_FILE: certificateFile } = values;
  return {
    files:
      keyFile !== undefined && certificateFile !== undefined
        ? { keyFile, certificateFile, passphrase: values.CHANCERY_SEAL_KEY_PASSPHRASE ?? null }
        : null,
    algorithm: values.CHANCERY_SEAL_ALGORITHM === 'ec-p256' ? 'ec' : 'rsa',
    timestampUrls: values.CHANCERY_TSA_URL ?? [],
    timestampPolicy: values.CHANCERY_TSA_POLICY,
  };
}

/** Finds settings of the seal that do nothing by themselves. */
export function sealFaults(values: VariableValues): string[] {
  const faults: string[] = [];
  if (values.CHANCERY_SEAL_KEY_PASSPHRASE !== undefined && values.CHANCERY_SEAL_KEY_FILE === undefined)
    faults.push('CHANCERY_SEAL_KEY_PASSPHRASE: opens CHANCERY_SEAL_KEY_FILE, which is not set.');
  if (values.CHANCERY_TSA_POLICY === 'require' && values.CHANCERY_TSA_URL === undefined)
    faults.push(
      'CHANCERY_TSA_POLICY: require needs CHANCERY_TSA_URL; without an authority nothing would be sealed.',
    );
  return faults;
}
