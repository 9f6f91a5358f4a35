import type { WritingContext } from '../../kernel/handler-context.ts';
import { plusMinutes } from '../../kernel/time.ts';
import type { MeetingInvitation } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { meetingInvitationResponded, responseDigestDue } from './events.ts';
import { type Response, responded } from './invitation.ts';
import type { LinkedOccurrence } from './ports.ts';

/** The organizer gets answers in one mail, at most every quarter of an hour (meetings 7.5). */
const digestMinutes = 15;

type Session = Pick<LinkedOccurrence, 'sessionId' | 'recurrenceId'>;
type Recording = Pick<WritingContext, 'now' | 'emit'> & Pick<MeetingsPorts, 'invitees' | 'occurrences'>;

/**
 * Records an answer for the meeting or for one of its sessions, and has the organizer notified. Every way of answering uses
 * it: the link, the app, a reply by mail. The meeting is locked until the end of the transaction.
 */
export async function recordResponse(
  invitation: MeetingInvitation,
  session: Session | null,
  response: Response,
  context: Recording,
): Promise<MeetingInvitation> {
  const after = await writeResponse(invitation, session === null ? null : [session], response, context);
  await settleResponses(invitation.meetingId, context);
  return after;
}

/**
 * Writes an answer for the meeting, or for several sessions as one event that names the first of them. Call
 * `settleResponses` when all answers of a transaction are written.
 */
export async function writeResponse(
  invitation: MeetingInvitation,
  sessions: readonly Session[] | null,
  response: Response,
  { invitees, now, emit }: Recording,
): Promise<MeetingInvitation> {
  const { id: invitationId, meetingId } = invitation;
  const after = await invitees.save(
    sessions === null
      ? responded(invitation, response, now)
      : {
          ...invitation,
          proposedStartAt: response.proposedStartAt ?? invitation.proposedStartAt,
          updatedAt: now,
        },
  );
  if (sessions !== null)
    await invitees.respondFor(
      sessions.map(({ sessionId, recurrenceId }) => ({
        invitationId,
        sessionId,
        recurrenceId,
        status: response.answer,
        respondedAt: now,
        comment: response.comment,
      })),
      meetingId,
    );
  emit(meetingInvitationResponded, {
    invitationId,
    meetingId,
    version: after.version,
    sessionId: sessions?.[0]?.sessionId ?? null,
    response: response.answer,
    via: response.via,
    proposedStartAt: response.proposedStartAt,
    displayName: invitation.displayName,
    comment: response.comment,
  });
  return after;
}

/** Lets the sessions know who comes, and has the organizer told of answers and proposals, once for all of them. */
export async function settleResponses(
  meetingId: string,
  { invitees, occurrences, now, emit }: Recording,
): Promise<void> {
  const isFirst = await invitees.noteResponses(meetingId, now);
  await occurrences.refreshPeople(meetingId);
  if (isFirst) emit(responseDigestDue, { meetingId, since: now, dueAt: plusMinutes(now, digestMinutes) });
}
