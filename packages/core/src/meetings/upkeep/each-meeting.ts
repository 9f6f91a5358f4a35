import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { MeetingsPorts, MeetingsReacting } from '../ports.ts';

const batch = 500;

export type UpkeepContext = FollowUpContext & MeetingsPorts;
type AskForIds = (
  context: UpkeepContext,
  afterId: string | null,
  limit: number,
) => Promise<readonly string[]>;

/** Works on the meetings of these workspaces one after another, by id, each in a transaction of its own. */
export async function eachMeeting(
  workspaceIds: readonly string[],
  idsOf: AskForIds,
  work: (meetingId: string, context: UpkeepContext) => Promise<void>,
  { transact }: Pick<MeetingsReacting, 'transact'>,
): Promise<void> {
  for (const workspaceId of workspaceIds) {
    let after: string | null = null;
    do {
      const ids: readonly string[] = await transact((context) => {
        context.enter(workspaceId);
        return idsOf(context, after, batch);
      });
      for (const id of ids)
        await transact((context) => {
          context.enter(workspaceId);
          return work(id, context);
        });
      after = ids.length < batch ? null : (ids.at(-1) ?? null);
    } while (after !== null);
  }
}
