/**
 * The pages that the statements of one call touched in memory or read from disk, summed over its plans of
 * `explain (analyze, buffers)` for these values: of each plan the first such line holds the sum of the lines below it.
 */
export function callBuffers(plans: string): number {
  return plans
    .split(/\n-- force_custom_plan\n/)
    .slice(1)
    .map((plan) => /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan.split('\n-- ')[0] ?? ''))
    .reduce((sum, found) => sum + Number(found?.[1] ?? 0) + Number(found?.[2] ?? 0), 0);
}
