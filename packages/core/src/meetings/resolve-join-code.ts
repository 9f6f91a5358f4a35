import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';
import { plusMinutes } from '../kernel/time.ts';
import { meetingNotFound } from './errors.ts';
import { meetingStatuses, meetingTypes } from './meeting.ts';
import { query } from './ports.ts';

/** As people type it: capitals and a missing hyphen are no fault. */
const joinCode = () =>
  z
    .string()
    .max(20)
    .overwrite((typed) => {
      const letters = typed.trim().toLowerCase().replaceAll('-', '');
      return letters.length === 10 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : typed;
    })
    .regex(/^[a-hjkmnp-z]{5}-[a-hjkmnp-z]{5}$/, 'Give the code of the invitation, such as kwmtf-hprzd.');

export const JoinCodeResolutionView = z
  .object({
    joinCode: z.string(),
    title: z.string().nullable(),
    meetingType: z.enum(meetingTypes),
    status: z.enum(meetingStatuses),
    startsAt: shown.instant().nullable(),
    endsAt: shown.instant().nullable(),
    timeZone: z.string(),
    passcodeRequired: z.boolean(),
    waitingRoom: z.boolean().describe('Somebody may have to let you in.'),
    registrationRequired: z.boolean(),
    joinOpensAt: shown.instant().nullable().describe('Null: not before a host has started it.'),
    workspaceName: z.string(),
  })
  .meta({ id: 'JoinCodeResolution' });

export const resolveJoinCode = query({
  summary: 'Show what a join code leads to',
  description: 'What anybody may know before entering: never the description, the people or an id.',
  access: 'anyone',
  throttle: { bucket: 'meeting_resolve', limit: 30, windowSeconds: 60 },
  input: z.strictObject({
    joinCode: joinCode().describe('The code of the invitation, such as kwmtf-hprzd.'),
  }),
  output: JoinCodeResolutionView,
  errors: [meetingNotFound],

  async run({ joinCode: code }, context) {
    const workspaceId = await context.meetings.workspaceOfCode(code);
    if (workspaceId === null) throw meetingNotFound();
    context.enter(workspaceId);
    const door = await context.meetings.doorOf(code);
    if (door === null) throw meetingNotFound();

    const { settings, ...shownOfIt } = door;
    const early = settings.joinBeforeHostMinutes;
    return {
      ...shownOfIt,
      joinCode: code,
      passcodeRequired: false,
      registrationRequired: false,
      waitingRoom: settings.admission !== 'open',
      joinOpensAt: early === null || door.startsAt === null ? null : plusMinutes(door.startsAt, -early),
    };
  },
});
