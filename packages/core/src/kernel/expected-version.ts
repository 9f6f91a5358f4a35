import { versionConflict } from './errors.ts';

/** Passes when no version was named or it is the current one; else `version_conflict`, which names the current one. */
export function requireVersion(current: number, expected: number | undefined): void {
  if (expected === undefined || expected === current) return;
  throw versionConflict({
    currentVersion: current,
    details: [
      { path: '/expectedVersion', code: 'version_conflict', message: `The current version is ${current}.` },
    ],
  });
}
