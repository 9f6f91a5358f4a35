import { z } from 'zod';
import type { Entitlements } from '../../kernel/entitlements.ts';
import type { MeetingSettings } from '../meeting.ts';

/** Technical bounds where the plan states none. */
const mostMinutes = 1440;
const mostParticipants = 1000;

export const longestMinutes = (entitlements: Pick<Entitlements, 'limit'>): number =>
  Math.min(entitlements.limit('meeting_duration_minutes') ?? mostMinutes, mostMinutes);

/** The settings a meeting begins with (meetings 3.4); the plan gives its numbers. */
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
    .describe('Null: nobody enters before a host has started the session.'),
  muteOnEntry: z.boolean().describe('A hint to clients.'),
  attendeesMayPublishAudio: z.boolean(),
  attendeesMayPublishVideo: z.boolean(),
  attendeesMayShareScreen: z.boolean(),
  maxParticipants: z.int().min(2).max(100_000).describe('At most what the plan allows.'),
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
  autoEndEmptyMinutes: z.int().min(1).max(120).describe('A live session with nobody in it ends after this.'),
  maxLiveMinutes: z
    .int()
    .min(10)
    .max(mostMinutes)
    .describe('A session ends when it has been live this long.'),
  allowTentative: z.boolean().describe('Invitees may answer that they are not sure.'),
};

/** Any of the settings of a meeting; what is left out stays, or is the default. */
export const settingsInput = () => z.strictObject(fields).partial().meta({ id: 'MeetingSettingsInput' });
export type SettingsInput = { readonly [K in keyof MeetingSettings]?: MeetingSettings[K] | undefined };

export const MeetingSettingsView = z
  .object({ ...fields, reminders: z.array(z.int()), maxParticipants: z.int(), maxLiveMinutes: z.int() })
  .meta({ id: 'MeetingSettings' });

/** The settings with what is wished, field by field (MTG-21). Only what the change adds is asked of the plan (MTG-103). */
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
