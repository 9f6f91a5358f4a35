import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { multiline, visibleName } from '../../kernel/shapes.ts';
import { meetingStates } from '../meeting.ts';
import { visibleMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { action } from '../ports.ts';
import { admitHost } from '../room/host-admission.ts';
import { openSession } from '../room/session-life.ts';
import { creationThrottles } from './creation-throttle.ts';
import { addMeeting } from './meeting-creation.ts';
import { durationOrDefault, invitees, notify, settings, visibility } from './meeting-fields.ts';
import { initialMeetingSettings, longestMinutes, settingsWith } from './meeting-settings.ts';
import { passcodeFields, preparePasscode } from './passcode.ts';
import { timetable } from './timetable.ts';
import { usualZone } from './usual-zone.ts';

export const createInstantMeeting = action({
  summary: 'Start an instant meeting',
  description:
    'The meeting is live at once, and you are admitted as its host. Everybody who is invited gets a mail with a personal link.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  outside: (input) => input.invitees.length > 0,
  feature: 'meetings_instant',
  throttles: creationThrottles,
  secret: true,
  input: z.strictObject({
    title: visibleName(200)
      .default('Instant meeting')
      .describe('The title of the meeting.')
      .meta({ examples: ['Quick question'] }),
    description: multiline(10_000).default('').describe('What the meeting is about, as plain text.'),
    durationMinutes: durationOrDefault(),
    settings: settings(),
    ...passcodeFields,
    invitees: invitees(50),
    visibility: visibility().default('private'),
    notify: notify(),
  }),
  output: ManagedMeetingView,
  errors: [mailBudgetUsed, planLimitReached],
  cli: { command: 'meetings instant', aliases: ['instant'] },

  prepare: (input, { passwords, random }) => preparePasscode(input, { passwords, random }),

  async run(input, context) {
    const { prepared, user, now, timeZones, entitlements } = context;
    const minutes = input.durationMinutes ?? Math.min(60, longestMinutes(entitlements));
    entitlements.requireWithin('meeting_duration_minutes', minutes);
    const timeZone = usualZone(context);
    const plan = timetable(
      { scheduledStartAt: now, timeZone, durationMinutes: minutes, recurrence: null },
      now,
      timeZones,
    );
    const { meeting, occurrences, warnings } = await addMeeting(
      {
        ...plan.meeting,
        meetingType: 'instant',
        status: meetingStates.begin('scheduled'),
        title: input.title,
        description: input.description,
        webinar: null,
        settings: settingsWith(input.settings ?? {}, initialMeetingSettings(entitlements), entitlements),
        organizerUserId: user.userId,
        visibility: input.visibility,
        passcodeHash: prepared.hash ?? null,
        source: 'app',
        externalReference: null,
        templateId: null,
      },
      plan,
      { invitees: input.invitees, notify: input.notify },
      context,
    );
    const [session] = occurrences;
    if (session === undefined) throw new Error('an instant meeting has one session');
    const live = await openSession({ meeting, session, startedByUserId: user.userId }, context);
    const entry = await admitHost(live, context);
    const visible = await visibleMeeting(meeting.id, context);
    return managedMeeting(visible, context, { warnings, passcode: prepared.generated, ...entry });
  },
});
