import { z } from 'zod';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { madeFile } from '../../kernel/file-answer.ts';
import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import { goneBecause, type LinkGoneReason, linkGone, nobody } from '../../kernel/links.ts';
import { id } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { meetingNotFound } from '../errors.ts';
import { linkThrottle } from '../invitations/invitation-links.ts';
import { type VisibilityContext, visibleMeeting } from '../meeting-access.ts';
import { type MeetingsPorts, query } from '../ports.ts';
import { calendarPartOf } from './calendar-part.ts';
import type { CalendarState } from './calendar-state.ts';

/** Changes with the content of the file, not with the time at which it is written. */
export const calendarTag = (content: string): string =>
  hexOf(sha256(content.replaceAll(/^DTSTAMP:.*\r\n/gm, ''))).slice(0, 32);

export const getCalendarFile = query({
  summary: 'Download a meeting as a calendar file',
  description:
    'Whoever has the link of an invitation or of an approved registration can download the file. It contains what the mail contained, for the meeting as it is now; the file of a cancelled meeting removes the entry from the calendar.',
  access: 'anyone',
  cli: { command: 'meetings calendar download' },
  bearer: 'optional',
  throttle: linkThrottle,
  throttles: [
    { bucket: 'meeting_link_token', limit: 10, windowSeconds: 60, by: ({ invite }) => invite ?? null },
  ],
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    invite: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'The value after invite= or registration= in the mailed link. Whoever is signed in may leave it out, and gets the file of their own invitation; so does the organizer.',
      ),
  }),
  output: madeFile('text/calendar'),
  errors: [meetingNotFound, linkGone],

  async run({ meetingId, invite }, context) {
    const state = await (invite === undefined
      ? ofMember(meetingId, context)
      : ofLink(meetingId, invite, context));
    if (state === null) throw meetingNotFound();
    if (typeof state === 'string') throw goneBecause(state);
    const part = calendarPartOf(state, { kind: 'whole' }, context);
    if (part === null) throw meetingNotFound();
    return {
      mediaType: `text/calendar; charset=utf-8; method=${part.method}`,
      fileName: 'invite.ics',
      content: part.content,
      etag: calendarTag(part.content),
      cacheControl: 'private, no-store',
    };
  },
});

async function ofLink(
  meetingId: string,
  invite: string,
  context: Pick<MeetingsPorts, 'calendarStates'> &
    Pick<HandlerContext, 'linkTokens'> &
    Pick<WritingContext, 'enterByLink'>,
): Promise<CalendarState | LinkGoneReason | null> {
  const tokenHash = context.linkTokens.hash(invite);
  const holder = (await context.calendarStates.holderOf(tokenHash)) ?? unknownHolder;
  await context.enterByLink(holder.workspaceId);
  // Read again from the context: repositories belong to the workspace that the transaction has entered.
  const state = await context.calendarStates.ofLink(holder, { meetingId, tokenHash });
  // Whose data were erased (MTG-106) is nobody any more, though their link still exists.
  const isErased = state !== null && typeof state !== 'string' && state.person.address === null;
  return isErased ? null : state;
}

/**
 * The file of somebody who is signed in and takes part: the organizer has an invitation too. They are known without an
 * address, so one that is not verified, to which no mail goes, keeps nobody from the file (MTG-111).
 */
async function ofMember(
  meetingId: string,
  context: VisibilityContext & Pick<MeetingsPorts, 'calendarStates'>,
): Promise<CalendarState | null> {
  if (context.principal.kind !== 'user')
    throw invalidField('/invite', 'field.required', 'Give the token of the mailed link, or sign in.');
  const { invitation } = await visibleMeeting(meetingId, context);
  return (
    invitation && context.calendarStates.ofPerson({ kind: 'invitation', id: invitation.id }, { meetingId })
  );
}

const unknownHolder = { ...nobody, kind: 'invitation' } as const;
