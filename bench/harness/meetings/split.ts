import { dataOf, type Managed, meetingsPath, type PersistentCaller } from './host.ts';

interface Listed {
  readonly meetings: readonly { readonly id: string; readonly splitFromMeetingId: string | null }[];
  readonly nextCursor: string | null;
}

/**
 * Splits the series before the session, once, and returns the tail. A change by PATCH carries no key: if an attempt got no
 * answer and the version has changed, the client checks whether that was its own change.
 */
export async function splitOnce(
  caller: PersistentCaller,
  meetingId: string,
  sessionId: string,
  change: object,
): Promise<{ readonly tailId: string; readonly wasUnclear: boolean }> {
  const { meeting } = await dataOf(caller.asHost<Managed>(`GET ${meetingsPath}/${meetingId}`));
  const answer = await caller.asHost<Managed>(`PATCH ${meetingsPath}/${meetingId}`, {
    scope: 'this_and_following',
    sessionId,
    expectedVersion: meeting.version,
    ...change,
  });
  if (answer.data !== null) return { tailId: answer.data.meeting.id, wasUnclear: answer.isUnclear };
  const tailId = answer.isUnclear && answer.status === 412 ? await tailOf(caller, meetingId) : null;
  if (tailId === null) throw new Error(`${meetingId} was not split: ${answer.status} ${answer.text}`);
  return { tailId, wasUnclear: true };
}

async function tailOf(caller: PersistentCaller, headId: string): Promise<string | null> {
  let cursor: string | null = null;
  do {
    const page: Listed = await dataOf(
      caller.asHost<Listed>(
        `GET ${meetingsPath}?limit=100${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      ),
    );
    const tail = page.meetings.find(({ splitFromMeetingId }) => splitFromMeetingId === headId);
    if (tail !== undefined) return tail.id;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return null;
}
