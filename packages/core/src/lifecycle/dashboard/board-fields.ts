import { z } from 'zod';
import { viewerOf } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { type LifecycleStatus, lifecycleStatuses } from '../dates/status.ts';
import type { LifecyclePorts } from '../ports.ts';
import { filterFields, me } from './filter-fields.ts';
import {
  type BoardFilter,
  type BoardOrder,
  type BoardQuestion,
  type BoardStanding,
  boardSorts,
} from './ports.ts';

/** What the dashboard can be filtered and ordered by. */
export const boardFields = {
  ...filterFields,
  sort: z.enum(boardSorts).optional().describe('What documents are ordered by; by default by expiresOn.'),
} satisfies Readonly<Record<string, z.ZodType>>;

export type BoardInput = z.output<z.ZodObject<typeof boardFields>>;

export const orderOf = ({ sort, direction }: BoardInput): BoardOrder => ({
  sort: sort ?? 'expiresOn',
  isDescending: direction === 'desc',
});

const filterOf = (input: BoardInput, callerId: string): BoardFilter => ({
  statuses: input.status === undefined ? null : statusesIn(input.status),
  typeId: input.typeId ?? null,
  ownerUserId: input.ownerUserId === me ? callerId : (input.ownerUserId ?? null),
  folderId: input.folderId ?? null,
  policyId: input.policyId ?? null,
  held: input.held ?? null,
  risk: input.risk ?? null,
  from: input.from ?? null,
  to: input.to ?? null,
  words: [...new Set((input.search ?? '').split(/\s+/u).filter((word) => word !== ''))],
});

const statusesIn = (list: string): readonly LifecycleStatus[] => {
  const named = new Set(list.split(','));
  return lifecycleStatuses.filter((status) => named.has(status));
};

type Context = Pick<LifecyclePorts, 'lifecycleBoard' | 'documentHolds'> &
  Pick<HandlerContext, 'user' | 'timeZones'>;

/** What is asked of the dashboard with these fields, as things stand at this instant. */
export async function questionOf(
  input: BoardInput,
  asOf: Instant,
  { lifecycleBoard, documentHolds, user, timeZones }: Context,
): Promise<BoardQuestion> {
  if (input.from !== undefined && input.to !== undefined && input.from > input.to)
    throw invalidField('/to', 'field.out_of_range', 'Give a day that is not before from.');
  return {
    filter: filterOf(input, user.userId),
    viewer: viewerOf(user),
    ...(await standingAt(asOf, { lifecycleBoard, documentHolds, timeZones })),
  };
}

export async function standingAt(
  asOf: Instant,
  { lifecycleBoard, documentHolds, timeZones }: Omit<Context, 'user'>,
): Promise<BoardStanding> {
  const zones = await lifecycleBoard.zones();
  const elsewhere = await Promise.all(
    documentHolds.filter(({ context }) => context !== 'lifecycle').map(({ all }) => all()),
  );
  return {
    asOf,
    todays: new Map(zones.map((zone) => [zone, localDate(asOf, zone, timeZones)])),
    heldElsewhere: elsewhere.flat().map(({ documentId }) => documentId),
  };
}
