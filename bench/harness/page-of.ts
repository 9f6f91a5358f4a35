import type { MeetingPlace } from './meeting-place.ts';

/** The path of a list so many pages further; of a list with fewer that of its last full page. */
export async function pageOf(
  place: Pick<MeetingPlace, 'data'>,
  list: string,
  number: number,
): Promise<string> {
  let path = list;
  for (let page = 1; page < number; page += 1) {
    const { nextCursor } = await place.data<{ nextCursor: string | null }>({ path });
    if (nextCursor === null) break;
    path = `${list}&cursor=${encodeURIComponent(nextCursor)}`;
  }
  return path;
}
