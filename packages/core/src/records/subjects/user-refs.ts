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

/** The people behind these ids, in one query. */
export async function namedUsers(
  userIds: readonly string[],
  { memberDirectory }: Pick<RecordsPorts, 'memberDirectory'>,
): Promise<NamedUsers> {
  const members = await memberDirectory.find([...new Set(userIds)]);
  const names = new Map(members.map(({ userId, displayName }) => [userId, displayName]));
  return (userId) => ({ userId, displayName: names.get(userId) ?? formerMember });
}
