import { z } from 'zod';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { rateLimited } from '../../kernel/errors.ts';
import { RawAnswer } from '../../kernel/raw-answer.ts';
import { id } from '../../kernel/shapes.ts';
import { linkGone, meetingNotFound } from '../errors.ts';
import { linkThrottle } from '../invitations/invitation-links.ts';
import { nobody } from '../nobody.ts';
import { query } from '../ports.ts';
import { calendarPartOf } from './calendar-part.ts';

/** Changes with the content of the file, not with the time at which it is written. */
export const calendarTag = (content: string): string =>
  hexOf(sha256(content.replaceAll(/^DTSTAMP:.*\r\n/gm, ''))).slice(0, 32);

export const getCalendarFile = query({
  summary: 'Download a meeting as a calendar file',
  description:
    'Whoever has the link of an invitation or of an approved registration can download the file. It contains what the mail contained, for the meeting as it is now; the file of a cancelled meeting removes the entry from the calendar.',
  access: 'anyone',
  throttle: linkThrottle,
  throttles: [{ bucket: 'meeting_link_token', limit: 10, windowSeconds: 60, by: ({ invite }) => invite }],
  raw: 'text/calendar',
  input: z.strictObject({
    meetingId: id(),
    invite: z
      .string()
      .min(1)
      .max(200)
      .describe('The value after invite= or registration= in the mailed link.'),
  }),
  output: RawAnswer,
  errors: [meetingNotFound, linkGone, rateLimited],

  async run({ meetingId, invite }, context) {
    const tokenHash = context.linkTokens.hash(invite);
    const holder = (await context.calendarStates.holderOf(tokenHash)) ?? unknownHolder;
    context.enter(holder.workspaceId);
    const state = await context.calendarStates.ofLink(holder, { meetingId, tokenHash });
    if (state === null) throw meetingNotFound();
    if (state === 'gone') throw linkGone();
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

const unknownHolder = { ...nobody, kind: 'invitation' } as const;
