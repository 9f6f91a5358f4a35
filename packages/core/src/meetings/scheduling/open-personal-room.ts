import { z } from 'zod';
import { planFeatureNotIncluded } from '../../kernel/errors.ts';
import { meetingRestored } from '../events.ts';
import { type Meeting, roomStates } from '../meeting.ts';
import { visibleMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { command } from '../ports.ts';
import { idleRoomSession } from '../room/session-life.ts';
import { usualZone } from './create-meeting.ts';
import { initialMeetingSettings, longestMinutes } from './meeting-settings.ts';
import { added, type SchedulingContext } from './schedule-meeting.ts';

export const openPersonalRoom = command({
  summary: 'Open your personal room',
  description:
    'One for each member, with a join code that never changes; made at the first call, found at every later one. People can wait at its door at any time.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'meetings_instant',
  input: z.strictObject({}),
  output: ManagedMeetingView,
  errors: [planFeatureNotIncluded],

  async run(_, context) {
    const { meetings, occurrences, user } = context;
    // Of two calls at once the second waits here, and finds the room (MTG-35).
    await occurrences.lockCalendars([user.userId]);
    const known = await meetings.personalRoomOf(user.userId);
    const room = known === null ? await newRoom(context) : await restored(known, context);
    return managedMeeting(await visibleMeeting(room.id, context), context);
  },
});

/** Its owner left the workspace and is back: the room opens again, with the same code. */
async function restored(room: Meeting, context: SchedulingContext): Promise<Meeting> {
  const { meetings, occurrences, now, emit } = context;
  if (room.status !== 'archived') return room;
  const after = await meetings.save({
    ...room,
    status: roomStates.next(room.status, 'restore'),
    updatedAt: now,
  });
  const rows = await occurrences.ofMeeting(room.id);
  if (!rows.some(({ status }) => status === 'scheduled'))
    await occurrences.add([idleRoomSession(room, context)]);
  emit(meetingRestored, { meetingId: after.id, version: after.version });
  return after;
}

async function newRoom(context: SchedulingContext): Promise<Meeting> {
  const { user, now, timeZones, entitlements } = context;
  const timeZone = usualZone(context);
  const durationMinutes = Math.min(60, longestMinutes(entitlements));
  const draft = {
    meetingType: 'personal_room' as const,
    status: roomStates.begin('idle'),
    title: `${user.displayName}'s room`,
    description: '',
    scheduledStartAt: null,
    localStart: null,
    startReading: 'first' as const,
    durationMinutes,
    timeZone,
    recurrence: null,
    occurrenceCount: null,
    seriesEndsAt: null,
    portability: null,
    writtenUntil: null,
    webinar: null,
    settings: { ...initialMeetingSettings(entitlements), reminders: [] },
    organizerUserId: user.userId,
    visibility: 'private' as const,
    passcodeHash: null,
    source: 'app' as const,
    externalReference: null,
    templateId: null,
    tzdataVersion: timeZones.version(),
  };
  const door = idleRoomSession({ id: '', chainId: '', durationMinutes, timeZone }, { ...context, now });
  const { meeting } = await added(
    draft,
    { slots: [door], warnings: [] },
    { invitees: [], notify: false },
    context,
  );
  return meeting;
}
