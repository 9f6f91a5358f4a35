import { z } from 'zod';
import { linkGone } from '../kernel/links.ts';
import { shown } from '../kernel/shapes.ts';
import { plusMinutes } from '../kernel/time.ts';
import { codeThrottles, resolveThrottle } from './code-throttles.ts';
import { meetingNotFound } from './errors.ts';
import { typedJoinCode } from './join-code.ts';
import { meetingStatuses, meetingTypes } from './meeting.ts';
import { query } from './ports.ts';

export const JoinCodeResolutionView = z
  .object({
    joinCode: z.string().describe('The code that people join with, such as abcde-fghjk.'),
    title: z.string().nullable().describe('The title of the meeting; null if it has a passcode.'),
    meetingType: z.enum(meetingTypes).describe('The kind of meeting.'),
    status: z.enum(meetingStatuses).describe('Where the meeting is in its life.'),
    startsAt: shown.instant().nullable().describe('When the meeting starts; null if nothing is planned.'),
    endsAt: shown.instant().nullable().describe('When the meeting ends; null if nothing is planned.'),
    timeZone: z.string().describe('The IANA zone of the meeting.'),
    passcodeRequired: z.boolean().describe('True if a passcode is asked for.'),
    waitingRoom: z.boolean().describe('If true, a host may have to admit you.'),
    registrationRequired: z.boolean().describe('True if people must register first.'),
    joinOpensAt: shown
      .instant()
      .nullable()
      .describe('From when people can enter; null if nobody can before a host has started it.'),
    workspaceName: z.string().describe('The name of the workspace.'),
    workspaceLogoUrl: z
      .string()
      .nullable()
      .describe('The address of the logo of the workspace; null if it has none.'),
  })
  .meta({ id: 'JoinCodeResolution', description: 'What everybody may know of a meeting who has its code.' });

export const resolveJoinCode = query({
  summary: 'Show what a join code leads to',
  description: 'Shows what anybody may know before entering, and never the description, the people or an id.',
  access: 'anyone',
  always: true,
  throttle: resolveThrottle,
  throttles: codeThrottles('meeting_resolve_code'),
  input: z.strictObject({
    joinCode: typedJoinCode(),
  }),
  output: JoinCodeResolutionView,
  errors: [meetingNotFound, linkGone],

  async run({ joinCode }, context) {
    const workspaceId = await context.meetings.workspaceOfCode(joinCode);
    if (workspaceId === null) throw meetingNotFound();
    const [, preview] = await Promise.all([
      context.enterByLink(workspaceId),
      context.joinCodes.preview(joinCode, context.now),
    ]);
    if (preview === null) throw meetingNotFound();

    const { title, meetingType, status, timeZone, settings, passcodeHash } = preview;
    const { workspaceName, workspaceLogoUrl } = preview;
    const isRoom = meetingType === 'personal_room';
    const startsAt = isRoom && status !== 'live' ? null : preview.startsAt;
    const early = settings.joinBeforeHostMinutes;
    return {
      joinCode,
      title: passcodeHash === null ? title : null,
      meetingType,
      status,
      startsAt,
      endsAt: startsAt === null ? null : preview.endsAt,
      timeZone,
      passcodeRequired: passcodeHash !== null,
      waitingRoom: settings.admission !== 'open',
      registrationRequired: meetingType === 'webinar',
      joinOpensAt: early === null || startsAt === null ? null : plusMinutes(startsAt, -early),
      workspaceName,
      workspaceLogoUrl,
    };
  },
});
