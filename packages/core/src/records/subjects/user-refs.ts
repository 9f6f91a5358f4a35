import { z } from 'zod';
import { formerMember } from '../../kernel/former-member.ts';
import type { RecordsPorts } from '../ports.ts';

export const UserRef = z
  .object({
    userId: z.string().describe('The id of the person.'),
    displayName: z.string().describe('The name of the person; Former member if they have left.'),
  })
  .meta({ id: 'UserRef', description: 'A person of the workspace.' });
export type UserRef = z.input<typeof UserRef>;

export type NamedUsers = (userId: string) => UserRef;

/** Who changed something last that also changes without any member: by the clock, in a job, or by somebody outside. */
export const changedBy = () =>
  UserRef.nullable().describe('Who changed it last; null if no member did, as when its time ended it.');

export const nobodyOr = (userId: string | null, named: NamedUsers): UserRef | null =>
  userId === null ? null : named(userId);

/** The people behind these ids, in one query. */
export async function namedUsers(
  userIds: readonly string[],
  { memberDirectory }: Pick<RecordsPorts, 'memberDirectory'>,
): Promise<NamedUsers> {
  const members = await memberDirectory.find([...new Set(userIds)]);
  const names = new Map(members.map(({ userId, displayName }) => [userId, displayName]));
  return (userId) => ({ userId, displayName: names.get(userId) ?? formerMember });
}
