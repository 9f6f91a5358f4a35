import { writeFileSync } from 'node:fs';
import { callBuffers } from './buffers.ts';
import type { MeetingPlace } from './meeting-place.ts';
import { lookInto } from './statements.ts';

/** The milliseconds of a call at several places, by turns: for each place its rounds, each of which repeats the call. */
export async function timedInTurns(
  places: readonly MeetingPlace[],
  paths: readonly string[],
  { rounds, repeat }: { readonly rounds: number; readonly repeat: number },
): Promise<number[][][]> {
  const times: number[][][] = places.map(() => []);
  for (let round = -1; round < rounds; round += 1)
    for (const [index, place] of places.entries()) {
      const batch: number[] = [];
      for (let turn = 0; turn < repeat; turn += 1)
        batch.push((await place.ask({ path: paths[index] ?? '' })).milliseconds);
      // The first round warms up.
      if (round >= 0) times[index]?.push(batch);
    }
  return times;
}

/** How many pages of the database a call touches; the plans of its statements go into a file if one is named. */
export async function pagesOf(
  place: MeetingPlace,
  path: string,
  { name = '', plans = '' }: { readonly name?: string; readonly plans?: string } = {},
): Promise<number> {
  const looked = await lookInto(place);
  try {
    await looked.place.ask({ path });
    const { statements } = await looked.during(() => looked.place.ask({ path }));
    const text = await looked.plansOf(name, statements);
    if (plans !== '' && name !== '') writeFileSync(plans, text, { flag: 'a' });
    return callBuffers(text);
  } finally {
    await looked.close();
  }
}
