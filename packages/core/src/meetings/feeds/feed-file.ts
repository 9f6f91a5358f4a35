import type { LinkTokens, TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import { wholeEvents } from '../calendar/calendar-events.ts';
import { joinLinkOf } from '../calendar/calendar-part.ts';
import type { FeedMeeting } from '../calendar/calendar-state.ts';
import type { CalendarMeeting } from '../calendar/event-component.ts';
import { calendarFile } from '../calendar/meeting-calendar.ts';
import { joinUrlOf } from '../join-code.ts';

/** How many days back a feed reaches (meetings 7.4). */
const pastDays = 90;
export const feedSince = (now: Instant): Instant => plusDays(now, -pastDays);

interface FeedContext {
  readonly name: string;
  readonly now: Instant;
  readonly rules: TimeZoneRules;
  readonly linkTokens: LinkTokens;
  readonly webUrl: string;
  readonly organizerAddress: string;
}

function entryOf(
  { meeting, person, organizerName, occurrences }: FeedMeeting,
  context: FeedContext,
): CalendarMeeting {
  const { rules, now, linkTokens, webUrl, organizerAddress } = context;
  const joinUrl = joinUrlOf(webUrl, meeting.joinCode);
  return {
    icalUid: meeting.icalUid,
    sequence: meeting.icalSequence,
    createdAt: meeting.createdAt,
    updatedAt: meeting.updatedAt,
    // Without a METHOD, DTSTAMP says when the entry was last revised (RFC 5545, 3.8.7.2), so an unchanged feed stays the same.
    dtstamp: meeting.updatedAt,
    timeZone: meeting.timeZone,
    joinUrl,
    joinLink: person === null ? joinUrl : joinLinkOf(joinUrl, { kind: 'invitation', ...person }, linkTokens),
    organizer: { name: organizerName, address: organizerAddress },
    recipient: null,
    otherAttendees: [],
    events: wholeEvents({ meeting, occurrences }, feedSince(now), rules),
  };
}

/** The file of a feed, in the form for publishing: without METHOD and attendees (meetings 7.4). */
export const feedFile = (meetings: readonly FeedMeeting[], context: FeedContext): string =>
  calendarFile(
    [
      ['name', {}, 'text', context.name],
      ['x-wr-calname', {}, 'text', context.name],
      ['refresh-interval', {}, 'duration', 'PT1H'],
    ],
    meetings.map((meeting) => entryOf(meeting, context)).filter(({ events }) => events.length > 0),
    context.rules,
  );
