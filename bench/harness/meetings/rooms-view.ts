import { callApi } from '../api-call.ts';
import { type Line, line } from '../database-check.ts';
import { dataOf, type Host, meetingsPath, type Session } from './host.ts';
import type { HeldRoom } from './rooms.ts';

interface Attendance {
  readonly attendance: readonly { readonly lastLeftAt: string | null; readonly present: boolean }[];
}

/** Checks what the host and everybody with the code see of the sessions that were held. */
export async function lookAtRooms(
  baseUrl: string,
  { token }: Host,
  rooms: readonly HeldRoom[],
): Promise<Line[]> {
  const get = <Data>(path: string, credential: string | null = token) =>
    dataOf(callApi<Data>(baseUrl, { route: `GET ${meetingsPath}/${path}`, credential }));
  let [lost, divided, unsettled] = [0, 0, 0];

  for (const { meetingId, tailId, joinCode, sessionId, sessionIds } of rooms) {
    const halves = tailId === null ? [meetingId] : [meetingId, tailId];
    const found: Session[] = [];
    for (const half of halves)
      found.push(...(await get<{ occurrences: Session[] }>(`${half}/occurrences?limit=200`)).occurrences);
    if (found.map(({ id }) => id).join() !== sessionIds.join()) divided += 1;

    const door = await get<{ joinCode: string; status: string; startsAt: string }>(
      `resolve/${joinCode}`,
      null,
    );
    const next = found.find(({ status }) => status === 'scheduled');
    if (door.joinCode !== joinCode || door.startsAt !== next?.startsAt) lost += 1;

    const { attendance } = await get<Attendance>(`${meetingId}/attendance?sessionId=${sessionId}`);
    // These are the host and the two people who were admitted.
    const areOut = attendance.every(({ lastLeftAt, present }) => lastLeftAt !== null && !present);
    if (attendance.length !== 3 || !areOut) unsettled += 1;
  }
  return [
    line('join links that do not lead to the next session', lost, lost === 0),
    line('chains that list another session, or one twice', divided, divided === 0),
    line('attendances that are not three people who left', unsettled, unsettled === 0),
  ];
}
