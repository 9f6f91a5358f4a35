import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';
import { joinUrlOf } from './join-code.ts';
import { meetingStatuses, meetingTypes } from './meeting.ts';
import type { ScheduledMeeting } from './scheduling/meeting-creation.ts';

/** The integration list has exactly these ten fields (meetings 3.13). */
export const IntegrationMeetingView = z
  .object({
    id: shown.id(),
    title: z.string(),
    description: z.string().describe('Plain text; empty when there is none.'),
    meetingType: z.enum(meetingTypes),
    scheduledStartAt: shown.instant(),
    scheduledDurationMinutes: z.int(),
    timeZone: z.string().describe('The IANA name of the zone that the meeting lives in.'),
    status: z.enum(meetingStatuses),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
  })
  .meta({ id: 'IntegrationMeeting' });

export const CreatedIntegrationMeetingView = z
  .object({
    id: shown.id(),
    title: z.string(),
    joinUrl: z.string().describe('Opens the meeting in the web app; anyone you give it to may ask to enter.'),
    joinCode: z.string().describe('What people type instead, such as kwmtf-hprzd.'),
    status: z.enum(meetingStatuses),
    scheduledStartAt: shown.instant(),
    durationMinutes: z.int(),
    timeZone: z.string(),
    invitationCount: z.int().describe('Invitations made; the organizer is not counted.'),
    externalReference: z.string().nullable().describe('The reference that you gave.'),
  })
  .meta({ id: 'CreatedIntegrationMeeting' });

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
