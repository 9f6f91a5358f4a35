import { z } from 'zod';
import { type FailureDetail, requestInvalid } from '../../kernel/errors.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { email, foldEmail, id, plannedInstant, shown, timeZone, userId } from '../../kernel/shapes.ts';
import { plusDays, plusMinutes } from '../../kernel/time.ts';
import type { DirectoryMember } from '../../workspace/index.ts';
import { isNamedOnce, namedOnce } from '../invitations/invitee-fields.ts';
import { type MeetingsPorts, query } from '../ports.ts';
import {
  checkedRecurrence,
  expandSeries,
  type RecurrenceInput,
  recurrenceInput,
} from '../recurrence/index.ts';
import { durationMinutes } from '../scheduling/meeting-fields.ts';
import type { Span } from './block.ts';
import { closedTimes, conflictsOf, takenTimes } from './conflicts.ts';
import { requireRange } from './range.ts';
import { suggestedTimes } from './suggestions.ts';
import { AvailabilityConflictView, conflictView } from './views.ts';
import { requireZone } from './zone-check.ts';

const mostOccurrences = 100;
const mostDaysAhead = 366;

const attendee = () =>
  z
    .strictObject({
      userId: userId().optional().describe('The id of a member.'),
      email: email().optional().describe('The e-mail address of somebody else.'),
    })
    .refine(isNamedOnce, namedOnce);

const suggestionInput = () =>
  z
    .strictObject({
      from: plannedInstant().describe('The beginning of the time in which to look.'),
      to: plannedInstant(7).describe('The end of that time, at most 31 days after `from`.'),
      count: z.int().min(1).max(10).default(5).describe('How many times to suggest.'),
      stepMinutes: z
        .int()
        .min(5)
        .max(60)
        .default(15)
        .describe('The grid of starts, on the wall clock of the time zone.'),
    })
    .describe('Searches for times that suit everybody.');

export const checkAvailability = query({
  summary: 'Check whether people are free, and find times when they are',
  description:
    'Returns who is busy, when, and with what kind of entry, but never why. People who are not active members count as free and are listed in unknownAttendees.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { aliases: ['check'] },
  input: z.strictObject({
    startsAt: plannedInstant().describe('When it starts.'),
    durationMinutes: durationMinutes(),
    timeZone: timeZone(),
    recurrence: recurrenceInput()
      .optional()
      .describe('How the meeting repeats; the first 100 times within a year are checked.'),
    attendees: z.array(attendee()).max(50).default([]).describe('Whose time is asked about.'),
    includeMe: z.boolean().default(true).describe('True asks about your own time too.'),
    bufferMinutes: z
      .int()
      .min(0)
      .max(60)
      .default(0)
      .describe('How many minutes people need to be free before and after.'),
    excludeMeetingId: id()
      .optional()
      .describe(
        'The meeting that you want to move; it and its chain do not count if you are in it or may see it as a member.',
      ),
    suggest: suggestionInput().optional(),
  }),
  output: z.object({
    available: z.boolean().describe('True if nobody has anything else at that time.'),
    checkedOccurrences: z.int().describe('How many occurrences were looked at.'),
    conflicts: z.array(AvailabilityConflictView),
    unknownAttendees: z.array(z.string()).describe('Those whose time is not known here.'),
    suggestions: z
      .array(
        z.object({
          startsAt: shown.instant().describe('When it starts.'),
          endsAt: shown.instant().describe('When it ends.'),
        }),
      )
      .describe('Times at which everybody is free.'),
  }),

  async run(input, context) {
    const { user, availability, now, timeZones } = context;
    const slots = slotsOf(input, timeZones);
    const searched = input.suggest && {
      ...input.suggest,
      ...requireRange(input.suggest, 31, '/suggest/to'),
    };
    const { people, unknown } = await peopleOf(input, context);
    const exceptChainId =
      input.excludeMeetingId === undefined
        ? null
        : await availability.chainOf(input.excludeMeetingId, user.userId);

    const question = { people, exceptChainId, viewerUserId: user.userId, bufferMinutes: input.bufferMinutes };
    const conflicts = await conflictsOf({ ...question, slots, timeZone: input.timeZone }, context);
    const suggestions =
      searched === undefined
        ? []
        : await suggested(
            {
              ...searched,
              // Times in the past suit nobody.
              startsAt: searched.startsAt > now ? searched.startsAt : now,
              durationMinutes: input.durationMinutes,
              timeZone: input.timeZone,
            },
            question,
            context,
          );
    return {
      available: conflicts.length === 0,
      checkedOccurrences: slots.length,
      conflicts: conflicts.map(conflictView),
      unknownAttendees: unknown,
      suggestions,
    };
  },
});

type Input = {
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly timeZone: string;
  readonly recurrence?: RecurrenceInput | undefined;
};

function slotsOf(input: Input, rules: TimeZoneRules): readonly Span[] {
  const { startsAt, durationMinutes, timeZone: zone, recurrence } = input;
  requireZone(zone, rules);
  if (Date.parse(startsAt) % 60_000 !== 0) {
    const details: FailureDetail[] = [
      { path: '/startsAt', code: 'schedule.not_whole_minute', message: 'Give a start without seconds.' },
    ];
    throw requestInvalid({ details });
  }
  if (recurrence === undefined) return [{ startsAt, endsAt: plusMinutes(startsAt, durationMinutes) }];
  const series = { scheduledStartAt: startsAt, timeZone: zone, durationMinutes };
  const checked = checkedRecurrence(recurrence, series, rules);
  const localStart = rules.wall(startsAt, zone);
  return expandSeries(checked, { localStart, timeZone: zone, durationMinutes }, rules, {
    until: plusDays(startsAt, mostDaysAhead),
    limit: mostOccurrences,
  });
}

async function peopleOf(
  {
    attendees,
    includeMe,
  }: {
    attendees: readonly { userId?: string | undefined; email?: string | undefined }[];
    includeMe: boolean;
  },
  { user, memberDirectory }: HandlerContext & MeetingsPorts,
): Promise<{ people: readonly string[]; unknown: string[] }> {
  const found = await memberDirectory.among(
    attendees.flatMap((one) => one.userId ?? []),
    attendees.flatMap((one) => one.email ?? []),
  );
  const active = found.filter(({ status }) => status === 'active');
  const memberOf = (one: (typeof attendees)[number]): DirectoryMember | undefined =>
    active.find((member) =>
      one.userId === undefined
        ? foldEmail(member.email ?? '') === foldEmail(one.email ?? '-')
        : member.userId === one.userId,
    );
  const known = attendees.flatMap((one) => memberOf(one)?.userId ?? []);
  const unknown = attendees
    .filter((one) => memberOf(one) === undefined)
    .map((one) => one.userId ?? one.email ?? '');
  return {
    people: [...new Set([...(includeMe ? [user.userId] : []), ...known])],
    unknown: [...new Set(unknown)],
  };
}

/** Free times are looked for in the first days, then in those that follow, and in the rest only if that is not enough. */
const windowDays = [3, 7, 21] as const;

async function suggested(
  input: Parameters<typeof suggestedTimes>[0],
  question: {
    people: readonly string[];
    exceptChainId: string | null;
    viewerUserId: string;
    bufferMinutes: number;
  },
  context: HandlerContext & MeetingsPorts,
): Promise<{ startsAt: string; endsAt: string }[]> {
  const found: Span[] = [];
  let { startsAt } = input;
  for (const days of windowDays) {
    const lastStart = plusDays(startsAt, days);
    if (startsAt >= input.endsAt || found.length >= input.count) break;
    // A time that begins in this window may end in the next.
    const reach = plusMinutes(lastStart, input.durationMinutes);
    const window = { startsAt, endsAt: reach < input.endsAt ? reach : input.endsAt };
    const range = {
      startsAt: plusMinutes(window.startsAt, -question.bufferMinutes),
      endsAt: plusMinutes(window.endsAt, question.bufferMinutes),
    };
    const taken = await takenTimes(question, [range], context);
    const times = suggestedTimes(
      { ...input, ...window, count: input.count - found.length },
      closedTimes(taken, question.bufferMinutes),
      context.timeZones,
    );
    found.push(...times.filter((time) => time.startsAt < lastStart));
    startsAt = lastStart;
  }
  return found;
}
