import { z } from 'zod';
import { plannedExample } from '../../kernel/example-values.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { plusDays } from '../../kernel/time.ts';
import { availabilityLimitReached, workingHoursOverlap } from '../errors.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import { type Warning, WarningView } from '../warnings.ts';
import { type AvailabilityBlock, clipped, holdTogether, instancesOf, merged } from './block.ts';
import { blockFields, blockOf } from './block-input.ts';
import { availabilityBlockCreated } from './events.ts';
import { AvailabilityBlockView, availabilityBlockView } from './views.ts';

const mostBlocks = 1000;
/** How far ahead the block is compared with meetings. */
const lookedAheadDays = 366;

const daysOff = { startsAt: plannedExample(), endsAt: plannedExample(4) };

export const createAvailabilityBlock = command({
  summary: 'Add time off, busy time or working hours to your calendar',
  description:
    'Colleagues who look for a time see when the block is and its kind, but never its title. Existing meetings stay, and a warning names them.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { example: daysOff },
  always: true,
  input: z.strictObject(blockFields).meta({
    examples: [{ kind: 'time_off', timeZone: 'Europe/Berlin', ...daysOff }],
  }),
  output: z.object({ block: AvailabilityBlockView, warnings: z.array(WarningView) }),
  errors: [workingHoursOverlap, availabilityLimitReached],

  async run(input, context) {
    const { now, user, workspaceId, timeZones, occurrences, availability, newId, emit } = context;
    const { userId } = user;
    const block: AvailabilityBlock = { id: newId(), userId, ...blockOf(input, timeZones), createdAt: now };

    // Blocks of one person are created one after another, so that none exceeds the limit.
    await occurrences.lockCalendars([userId]);
    if ((await availability.count(userId)) >= mostBlocks) throw availabilityLimitReached();
    if (block.kind === 'working_hours') {
      const others = await availability.workingHours(userId);
      if (others.some((other) => holdTogether(other, block))) throw workingHoursOverlap();
    }

    await availability.add(block);
    emit(availabilityBlockCreated, { blockId: block.id, userId, kind: block.kind });
    const warnings = await meetingsAffected(block, context);
    return { block: availabilityBlockView(block, workspaceId), warnings };
  },
});

async function meetingsAffected(
  block: AvailabilityBlock,
  { now, user, timeZones, availability }: WritingContext & MeetingsPorts,
): Promise<(Warning & { occurrences: string[] })[]> {
  if (block.kind === 'working_hours') return [];
  const startsAt = block.startsAt !== null && block.startsAt > now ? block.startsAt : now;
  const range = { startsAt, endsAt: plusDays(startsAt, lookedAheadDays) };
  const taken = merged(instancesOf(block, range, timeZones)).flatMap((span) => clipped(span, range));
  const view = { viewerUserId: user.userId, exceptChainId: null };
  const affected = await availability.busyMeetings([user.userId], taken, view);
  if (affected.length === 0) return [];
  return [
    {
      code: 'availability.meetings_affected',
      message:
        affected.length === 1
          ? 'One of your meetings is in this time; it stays as it is.'
          : `${affected.length} of your meetings are in this time; they stay as they are.`,
      occurrences: affected.map((meeting) => meeting.startsAt),
    },
  ];
}
