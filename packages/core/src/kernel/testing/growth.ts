/** What reading an input of one size costs at best, in processor time of this process. */
export interface Reading {
  readonly size: number;
  readonly milliseconds: number;
}

export interface GrowthOptions {
  /** The first size; each later one is twice as large. */
  readonly from: number;
  readonly doublings?: number;
  readonly rounds?: number;
}

export interface BoundGrowthOptions extends GrowthOptions {
  /** What no size may take, in milliseconds of a processor. */
  readonly bound?: number;
}

/** Less than this is a matter of the clock and the compiler, not of the input. */
const leastMilliseconds = 0.2;
/** An input that costs as much is large enough to judge by, and larger ones would hold the tests up. */
const mostMilliseconds = 3_000;
/** Short readings are repeated until together they take as long. */
const sampleMilliseconds = 0.7;
/** Over so many doublings growth is judged, and over as many as the second where the first cost of these can be measured. */
const [fewDoublings, moreDoublings] = [3, 5];

/**
 * Reads inputs whose size doubles, and gives the least processor time of each: other processes take none of it, and what
 * the collector and the compiler add to one round they do not add to all. A parser that refuses the input has read it too.
 */
export async function growth<T>(
  parse: (input: T) => unknown,
  make: (size: number) => T,
  { from, doublings = 8, rounds = 3 }: GrowthOptions,
): Promise<readonly Reading[]> {
  const least = new Map<number, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (let doubling = 0; doubling <= doublings; doubling += 1) {
      const size = from * 2 ** doubling;
      const input = make(size);
      const milliseconds = await sampled(() => parse(input));
      least.set(size, Math.min(milliseconds, least.get(size) ?? Number.POSITIVE_INFINITY));
      if (milliseconds > mostMilliseconds) break;
    }
  }
  return [...least].map(([size, milliseconds]) => ({ size, milliseconds }));
}

/**
 * The steepest growth over three doublings, as the power of the size that it amounts to: 1 is linear, 2 quadratic. Where
 * two doublings more can be judged before them, these count too: a cache that large inputs no longer fit in makes one step
 * once, and what is quadratic makes it at each doubling. Bound it by 1.6, which leaves room for such a step.
 */
export function steepest(readings: readonly Reading[]): number {
  const costs = readings.map(({ milliseconds }) => Math.max(milliseconds, leastMilliseconds));
  const powers = costs.slice(fewDoublings).map((cost, at) => {
    const earlier = costs[at + fewDoublings - moreDoublings] ?? leastMilliseconds;
    const powerOver = (doublings: number, before = cost) => Math.log2(cost / before) / doublings;
    const power = powerOver(fewDoublings, costs[at]);
    return earlier > leastMilliseconds ? Math.min(power, powerOver(moreDoublings, earlier)) : power;
  });
  return Math.max(0, ...powers);
}

/** What grows faster than this power of the size is not linear; see `steepest`. */
export const mostLinearPower = 1.6;
/** Eight were too few on a machine whose memory others keep busy for seconds: there a test in a hundred failed. */
const mostAttempts = 24;
const millisecondsBetweenAttempts = 200;

/**
 * The growth of a parser as `steepest` and the most that it took. It is measured again while it looks steeper than linear or
 * took more than the bound, and of each size the least of all attempts counts: what the collector, the compiler and a busy
 * machine add is gone at some attempt, and what is really quadratic stays so at each.
 */
export async function leastGrowth<T>(
  parse: (input: T) => unknown,
  make: (size: number) => T,
  { bound = Number.POSITIVE_INFINITY, ...options }: BoundGrowthOptions,
): Promise<{ readonly power: number; readonly milliseconds: number; readonly readings: readonly Reading[] }> {
  let least = { power: Number.POSITIVE_INFINITY, milliseconds: Number.POSITIVE_INFINITY };
  let readings: readonly Reading[] = [];
  const isTooMuch = () => least.power >= mostLinearPower || least.milliseconds >= bound;
  for (let attempt = 0; attempt < mostAttempts && isTooMuch(); attempt += 1) {
    // Whatever else keeps the machine busy may be over then.
    await new Promise((resolve) => setTimeout(resolve, attempt * millisecondsBetweenAttempts));
    const again = await growth(parse, make, { ...options, rounds: (options.rounds ?? 3) + attempt });
    readings = attempt === 0 ? again : leastOf(readings, again);
    least = {
      power: Math.min(least.power, steepest(readings)),
      milliseconds: Math.min(
        least.milliseconds,
        Math.max(...readings.map((reading) => reading.milliseconds)),
      ),
    };
  }
  return { ...least, readings };
}

/** The least of two readings of each size that both have read. */
function leastOf(before: readonly Reading[], again: readonly Reading[]): readonly Reading[] {
  const known = new Map(before.map(({ size, milliseconds }) => [size, milliseconds]));
  return again.map(({ size, milliseconds }) => ({
    size,
    milliseconds: Math.min(milliseconds, known.get(size) ?? milliseconds),
  }));
}

async function sampled(read: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  for (let times = 1; ; times += 1) {
    try {
      await read();
    } catch {
      // Refused, which took its time as well.
    }
    // The time of the system is that of giving memory, which a machine that takes it back does again and again.
    const milliseconds = process.cpuUsage(begun).user / 1000;
    if (milliseconds >= sampleMilliseconds || times >= 200) return milliseconds / times;
  }
}
