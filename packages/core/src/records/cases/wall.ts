import type { WritingContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import { caseLastLead } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { isLed, isOpenStatus, type RecordCase } from './case.ts';
import { aboutCase, caseWallChanged } from './events.ts';
import { endMemberships } from './member-ends.ts';

type Context = RecordsPorts & WritingContext;

/** Whoever comes behind the wall leaves the case, and what was granted to them on it ends (REC-25). */
export async function buildWall(before: RecordCase, after: RecordCase, context: Context): Promise<void> {
  const added = after.blockedUserIds.filter((userId) => !before.blockedUserIds.includes(userId));
  const removed = before.blockedUserIds.filter((userId) => !after.blockedUserIds.includes(userId));
  if (added.length + removed.length === 0) return;
  await requireKnown(added, after, context);
  const members = await context.caseMembers.activeOf(after.id, context.now);
  const staying = members.filter(({ userId }) => !added.includes(userId));
  if (isOpenStatus(after.status) && !isLed(staying)) throw caseLastLead();

  await endMemberships(
    after,
    members.filter(({ userId }) => added.includes(userId)),
    null,
    context,
  );
  if (added.length > 0) await context.recordStandings.endGrantsOnCase(after.id, added, context.now);
  context.emit(caseWallChanged, { ...aboutCase(after), added: [...added], removed });
}

/** Members of the workspace alone stand behind a wall, and nobody puts themselves there. */
async function requireKnown(
  added: readonly string[],
  { blockedUserIds }: Pick<RecordCase, 'blockedUserIds'>,
  { memberDirectory, user }: Pick<Context, 'memberDirectory' | 'user'>,
): Promise<void> {
  const known = new Set((await memberDirectory.find(added)).map(({ userId }) => userId));
  for (const userId of added)
    if (!known.has(userId) || userId === user.userId)
      throw invalidField(
        `/blockedUserIds/${blockedUserIds.indexOf(userId)}`,
        'field.invalid',
        'Name a member of the workspace other than yourself.',
      );
}
