/** THR-15. */
export interface ThrottleScale {
  /** Multiplies every limit; 0 switches throttling off. */
  readonly scale?: number;
  /** Buckets that guard secrets are never switched off, and never more than ten times as wide. */
  readonly guardedBuckets?: readonly string[];
}

const widestGuarded = 10;

/** The limit in force, or null if the bucket is switched off. */
export function scaledLimit(
  bucket: string,
  limit: number,
  { scale = 1, guardedBuckets = [] }: ThrottleScale,
): number | null {
  const isGuarded = guardedBuckets.includes(bucket);
  if (scale === 0 && !isGuarded) return null;
  const factor = isGuarded ? Math.min(scale === 0 ? widestGuarded : scale, widestGuarded) : scale;
  return Math.max(1, Math.floor(limit * factor));
}
