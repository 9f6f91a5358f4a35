import { z } from 'zod';
import type { Entitlements } from '../../kernel/entitlements.ts';
import type { MeetingSettings } from '../meeting.ts';

/** The technical bounds if the plan states none. */
const mostMinutes = 1440;
const mostParticipants = 1000;

export const longestMinutes = (entitlements: Pick<Entitlements, 'limit'>): number =>
  Math.min(entitlements.limit('meeting_duration_minutes') ?? mostMinutes, mostMinutes);

/** The settings that a meeting begins with (meetings 3.4); the numbers come from the plan. */
export const initialMeetingSettings = (
  entitlements: Pick<Entitlements, 'limit'>,
  { webinar = false }: { readonly webinar?: boolean } = {},
): MeetingSettings => ({
  admission: 'invited',
  joinBeforeHostMinutes: null,
  muteOnEntry: false,
  attendeesMayPublishAudio: !webinar,
  attendeesMayPublishVideo: !webinar,
  attendeesMayShareScreen: !webinar,
  maxParticipants: entitlements.limit('meeting_participants') ?? mostParticipants,
  guestListVisibility: 'members',
  reminders: [15],
  autoEndEmptyMinutes: 10,
  maxLiveMinutes: longestMinutes(entitlements),
  allowTentative: true,
});

const fields = {
  admission: z
    .enum(['open', 'members', 'invited', 'hosts'])
    .describe('Who enters without waiting: everyone, members and invitees, invitees, or hosts alone.'),
  joinBeforeHostMinutes: z
    .int()
    .min(0)
    .max(60)
    .nullable()
    .describe(
      'How many minutes before the start people may enter without a host; null means that nobody may.',
    ),
  muteOnEntry: z.boolean().describe('Asks clients to mute people as they enter.'),
  attendeesMayPublishAudio: z.boolean().describe('True if attendees may speak.'),
  attendeesMayPublishVideo: z.boolean().describe('True if attendees may show video.'),
  attendeesMayShareScreen: z.boolean().describe('True if attendees may share their screens.'),
  maxParticipants: z
    .int()
    .min(2)
    .max(100_000)
    .describe('How many may be in the session at once; at most what the plan allows.'),
  guestListVisibility: z
    .enum(['hidden', 'members', 'everyone'])
    .describe('Who sees the other invitees, here and in calendar files.'),
  reminders: z
    .array(z.int().min(0).max(40_320))
    .max(5)
    .refine((minutes) => new Set(minutes).size === minutes.length, {
      error: 'Give each number once.',
      params: { code: 'field.duplicate' },
    })
    .describe('Minutes before the start at which invitees are reminded.'),
  autoEndEmptyMinutes: z
    .int()
    .min(1)
    .max(120)
    .describe('A live session with nobody in it ends after so many minutes.'),
  maxLiveMinutes: z
    .int()
    .min(10)
    .max(mostMinutes)
    .describe('A session ends after it has been live for so many minutes.'),
  allowTentative: z.boolean().describe('Invitees may answer that they are not sure.'),
};

/** Any of the settings of a meeting; those left out stay as they are, or have their defaults. */
export const settingsInput = () =>
  z.strictObject(fields).partial().meta({
    id: 'MeetingSettingsInput',
    description: 'The settings of a meeting; what you leave out keeps its value.',
  });
export type SettingsInput = { readonly [K in keyof MeetingSettings]?: MeetingSettings[K] | undefined };

export const MeetingSettingsView = z
  .object({
    ...fields,
    reminders: z.array(z.int()).describe('How many minutes before the start people are reminded.'),
    maxParticipants: z.int().describe('How many people can be in the room at the same time.'),
    maxLiveMinutes: z.int().describe('For how many minutes a session can last.'),
  })
  .meta({
    id: 'MeetingSettings',
    description: 'What people may do in a meeting, and when they are reminded.',
  });

/** Merges settings field by field (MTG-21). Only what the change adds is checked against the plan (MTG-103). */
export function settingsWith(
  input: SettingsInput,
  before: MeetingSettings,
  entitlements: Pick<Entitlements, 'requireWithin'>,
): MeetingSettings {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const after: MeetingSettings = { ...before, ...given };
  if (after.maxParticipants > before.maxParticipants)
    entitlements.requireWithin('meeting_participants', after.maxParticipants);
  if (after.maxLiveMinutes > before.maxLiveMinutes)
    entitlements.requireWithin('meeting_duration_minutes', after.maxLiveMinutes);
  return after;
}
