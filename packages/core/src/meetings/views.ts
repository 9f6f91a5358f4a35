import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';
import { joinUrlOf } from './join-code.ts';
import { meetingStatuses, meetingTypes } from './meeting.ts';
import type { ScheduledMeeting } from './scheduling/meeting-creation.ts';

/** The integration list has exactly these ten fields (meetings 3.13). */
export const IntegrationMeetingView = z
  .object({
    id: shown.ownId(),
    title: z.string().describe('The title of the meeting.'),
    description: z.string().describe('Plain text; empty when there is none.'),
    meetingType: z.enum(meetingTypes).describe('The kind of meeting.'),
    scheduledStartAt: shown.instant().describe('When it is to start.'),
    scheduledDurationMinutes: z.int().describe('How long it is to last, in minutes.'),
    timeZone: z.string().describe('The IANA name of the zone that the meeting lives in.'),
    status: z.enum(meetingStatuses).describe('Where the meeting is in its life.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
  })
  .meta({ id: 'IntegrationMeeting', description: 'A meeting, as integrations see it.' });

export const CreatedIntegrationMeetingView = z
  .object({
    id: shown.ownId(),
    title: z.string().describe('The title of the meeting.'),
    joinUrl: z.string().describe('Opens the meeting in the web app; anyone you give it to may ask to enter.'),
    joinCode: z.string().describe('What people type instead, such as kwmtf-hprzd.'),
    status: z.enum(meetingStatuses).describe('Where the meeting is in its life.'),
    scheduledStartAt: shown.instant().describe('When it is to start.'),
    durationMinutes: z.int().describe('How long it lasts, in minutes.'),
    timeZone: z.string().describe('The IANA time zone, such as Europe/Berlin.'),
    invitationCount: z.int().describe('Invitations made; the organizer is not counted.'),
    externalReference: z.string().nullable().describe('The reference that you gave; null without one.'),
  })
  .meta({ id: 'CreatedIntegrationMeeting', description: 'The meeting that was just planned.' });

export function createdIntegrationMeetingView(
  { meeting, invitationCount }: Pick<ScheduledMeeting, 'meeting' | 'invitationCount'>,
  webUrl: string,
): z.input<typeof CreatedIntegrationMeetingView> {
  const { id, title, joinCode, status, durationMinutes, timeZone, externalReference, scheduledStartAt } =
    meeting;
  return {
    id,
    title,
    joinUrl: joinUrlOf(webUrl, joinCode),
    joinCode,
    status,
    // Only personal rooms have none, and no key makes them.
    scheduledStartAt: scheduledStartAt ?? meeting.createdAt,
    durationMinutes,
    timeZone,
    invitationCount,
    externalReference,
  };
}
