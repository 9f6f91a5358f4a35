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
    joinCode: z.string(),
    title: z.string().nullable().describe('Null if the meeting has a passcode.'),
    meetingType: z.enum(meetingTypes),
    status: z.enum(meetingStatuses),
    startsAt: shown.instant().nullable(),
    endsAt: shown.instant().nullable(),
    timeZone: z.string(),
    passcodeRequired: z.boolean(),
    waitingRoom: z.boolean().describe('If true, a host may have to admit you.'),
    registrationRequired: z.boolean(),
    joinOpensAt: shown
      .instant()
      .nullable()
      .describe('Null if nobody can enter before a host has started it.'),
    workspaceName: z.string(),
    workspaceLogoUrl: z.string().nullable(),
  })
  .meta({ id: 'JoinCodeResolution' });

export const resolveJoinCode = query({
  summary: 'Show what a join code leads to',
  description: 'Shows what anybody may know before entering, and never the description, the people or an id.',
  access: 'anyone',
  always: true,
  throttle: resolveThrottle,
  throttles: codeThrottles('meeting_resolve_code'),
  input: z.strictObject({ joinCode: typedJoinCode() }),
  output: JoinCodeResolutionView,
  errors: [meetingNotFound, linkGone],

  async run({ joinCode }, context) {
    const workspaceId = await context.meetings.workspaceOfCode(joinCode);
    if (workspaceId === null) throw meetingNotFound();
    await context.enterByLink(workspaceId);
    const preview = await context.joinCodes.preview(joinCode, context.now);
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
