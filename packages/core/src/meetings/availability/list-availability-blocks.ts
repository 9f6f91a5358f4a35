import { z } from 'zod';
import { memberNotFound } from '../../kernel/access.ts';
import { plannedInstant, shown, userId } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { type AvailabilityBlock, instancesOf, type Span, underCurrentLaw } from './block.ts';
import { requireRange } from './range.ts';
import { AvailabilityBlockView, AvailabilityInstanceView, availabilityBlockView } from './views.ts';

export const listAvailabilityBlocks = query({
  summary: 'List the blocks in a calendar, and the times that they cover',
  description: 'Returns your own blocks with their titles; of a colleague only the times.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { columns: ['kind', 'title', 'startsAt', 'endsAt', 'id'] },
  input: z.strictObject({
    from: plannedInstant().describe('The beginning of the time that you ask about.'),
    to: plannedInstant(7).describe('The end of that time, at most 366 days after `from`.'),
    userId: userId().optional().describe('The member whose calendar you ask for; by default your own.'),
  }),
  output: z.object({
    blocks: z
      .array(AvailabilityBlockView)
      .describe('Your own blocks that overlap the range; empty for a colleague.'),
    instances: z.array(AvailabilityInstanceView),
    count: shown.count(),
    nextCursor: shown.noCursor(),
  }),
  errors: [memberNotFound],

  async find({ userId: whose }, { user, memberDirectory }) {
    if (whose === undefined || whose === user.userId) return user.userId;
    const [member] = await memberDirectory.find([whose]);
    if (member === undefined) throw memberNotFound();
    return member.userId;
  },
  async run({ from, to }, { found, user, availability, timeZones, workspaceId }) {
    const range = requireRange({ from, to }, 366);
    const touching = await availability.touching([found], [range]);
    const timed = touching
      .map((block) => underCurrentLaw(block, timeZones))
      .map((block) => ({ block, spans: instancesOf(block, range, timeZones) }))
      .filter(({ block, spans }) => block.kind === 'working_hours' || spans.length > 0)
      .sort(byStart);

    const isOwn = found === user.userId;
    const instances = timed
      .flatMap(({ block, spans }) => spans.map((span) => instanceOf(block, span, isOwn)))
      .sort((one, other) => (one.startsAt < other.startsAt ? -1 : one.startsAt > other.startsAt ? 1 : 0));
    const blocks = isOwn ? timed.map(({ block }) => availabilityBlockView(block, workspaceId)) : [];
    return { blocks, instances, count: isOwn ? blocks.length : instances.length, nextCursor: null };
  },
});

const instanceOf = ({ id: blockId, kind, title }: AvailabilityBlock, span: Span, showsTitle: boolean) => ({
  blockId,
  kind,
  ...span,
  title: showsTitle ? title : null,
});

/** Sorts by start, then id; working hours, which have no start, come first. */
function byStart(
  { block: one }: { block: AvailabilityBlock },
  { block: other }: { block: AvailabilityBlock },
) {
  const [left, right] = [one.startsAt ?? '', other.startsAt ?? ''];
  if (left !== right) return left < right ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
