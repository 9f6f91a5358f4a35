import { type MemberDirectory, memberNotFound } from '../workspace/index.ts';

/** What is made with a key is made in the name of an active owner, admin or member; throws `member.not_found` for others. */
export async function requireActor(memberDirectory: MemberDirectory, userId: string): Promise<void> {
  const [actor] = await memberDirectory.find([userId]);
  if (actor === undefined || actor.status !== 'active' || actor.role === 'guest') throw memberNotFound();
}
