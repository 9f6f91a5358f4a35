import type { Caller } from '@chancery/core';
import { aStranger, type World } from './world.ts';

type CreateMeeting = World['chancery']['meetings']['createMeeting'];
type Created = Awaited<ReturnType<CreateMeeting>>;

/** A meeting of the owner that begins in ten minutes. */
export async function noonMeeting(
  { chancery, owner }: Pick<World, 'chancery' | 'owner'>,
  over: Partial<Parameters<CreateMeeting>[0]> = {},
): Promise<Created> {
  return chancery.meetings.createMeeting(
    { title: 'Review', scheduledStartAt: '2026-11-23T12:10:00.000Z', timeZone: 'Europe/Berlin', ...over },
    owner.session,
  );
}

/** The id of the first session of a meeting. */
export async function sessionOfMeeting({ sql }: Pick<World, 'sql'>, meetingId: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    'select id from meeting_occurrences where meeting_id = $1 order by starts_at limit 1',
    [meetingId],
  );
  return row?.id ?? '';
}

type Entry = Awaited<ReturnType<World['chancery']['meetings']['requestAdmission']>>;
type AdmissionInput = Parameters<World['chancery']['meetings']['requestAdmission']>[0];

/** A live meeting, started by the owner, and ways in. */
export async function liveMeeting(
  made: World,
  over: Partial<Parameters<CreateMeeting>[0]> = {},
): Promise<{
  readonly meetingId: string;
  readonly sessionId: string;
  readonly joinCode: string;
  readonly hostToken: string;
  join(input: Omit<AdmissionInput, 'joinCode'>, caller?: Caller): Promise<Entry>;
}> {
  const { meeting } = await noonMeeting(made, over);
  const { admissionToken } = await made.chancery.meetings.startMeeting(
    { meetingId: meeting.id },
    made.owner.session,
  );
  const { id: meetingId, joinCode } = meeting;
  return {
    meetingId,
    joinCode,
    sessionId: await sessionOfMeeting(made, meetingId),
    hostToken: admissionToken ?? '',
    join: (input, caller = aStranger()) =>
      made.chancery.meetings.requestAdmission({ joinCode, ...input }, caller),
  };
}

/** The token in the link of the invitation of this address, as the invitee's mail would carry it. */
export async function inviteTokenOf(
  { sql, ports, workspaceId }: Pick<World, 'sql' | 'ports' | 'workspaceId'>,
  email: string,
): Promise<string> {
  const [row] = await sql<{ id: string; generation: number; keyNumber: number }>(
    `select id, token_generation generation, token_key_number "keyNumber" from meeting_invitations where email = $1 and workspace_id = $2 and status <> 'revoked'`,
    [email, workspaceId],
  );
  if (row === undefined) throw new Error(`Nobody is invited at ${email}`);
  return ports.linkTokens.derive('meeting_invitation', row.id, row.generation, row.keyNumber).token;
}

/** The status of an admission and the reason for waiting: `waiting policy`. */
export const admissionStateOf = ({ admission }: Pick<Entry, 'admission'>): string =>
  [admission.status, admission.waitReason].filter((word) => word !== null).join(' ');
