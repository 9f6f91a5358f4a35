import { z } from 'zod';
import { meetingRestored } from '../events.ts';
import { type Meeting, roomStates } from '../meeting.ts';
import { visibleMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { command } from '../ports.ts';
import { idleRoomSession } from '../room/session-life.ts';
import { addMeeting } from './meeting-creation.ts';
import { initialMeetingSettings, longestMinutes } from './meeting-settings.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { usualZone } from './usual-zone.ts';

export const openPersonalRoom = command({
  summary: 'Open your personal room',
  description:
    'Each member has one room, with a join code that never changes. The first call creates it; later calls return it. People can ask to enter at any time.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { command: 'meetings personal-room' },
  feature: 'meetings_instant',
  input: z.strictObject({}),
  output: ManagedMeetingView,

  async run(_, context) {
    const { meetings, occurrences, user } = context;
    // The second of two simultaneous calls waits here, then finds the room (MTG-35).
    await occurrences.lockCalendars([user.userId]);
    const known = await meetings.personalRoomOf(user.userId);
    const room = known === null ? await newRoom(context) : await restored(known, context);
    return managedMeeting(await visibleMeeting(room.id, context), context);
  },
});

/** If its owner left the workspace and is back, the room opens again with the same code. */
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
  const session = idleRoomSession({ id: '', chainId: '', durationMinutes, timeZone }, { ...context, now });
  const { meeting } = await addMeeting(
    draft,
    { slots: [session], warnings: [] },
    { invitees: [], notify: false },
    context,
  );
  return meeting;
}
