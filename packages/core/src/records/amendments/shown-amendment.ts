import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { EntrySeal } from '../entries/content.ts';
import type { RecordEntry } from '../entries/entry.ts';
import type { RecordsPorts } from '../ports.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import type { Amendment } from './amendment.ts';
import { todayIn } from './today.ts';
import { type AmendmentView, amendmentView, peopleOf } from './views.ts';

/** The addenda in which somebody states something about a request. */
export const statementsOf = ({ disagreementAddendumId, rebuttalAddendumId }: Amendment): readonly string[] =>
  [disagreementAddendumId, rebuttalAddendumId].filter((each) => each !== null);

/** A request as whoever passes its entry sees it. */
export async function shownAmendment(
  amendment: Amendment,
  entry: Pick<RecordEntry, 'caseId' | 'effectiveMask'>,
  seal: EntrySeal,
  context: Pick<RecordsPorts, 'addenda' | 'memberDirectory' | 'workspaceIdentity'> &
    Pick<HandlerContext, 'workspaceId' | 'now' | 'timeZones'>,
): Promise<z.input<typeof AmendmentView>> {
  const { workspaceId } = context;
  const addenda = await context.addenda.withIds(statementsOf(amendment));
  const named = await namedUsers(
    [...peopleOf(amendment), ...addenda.map(({ authorUserId }) => authorUserId)],
    context,
  );
  const today = await todayIn(context);
  return amendmentView(amendment, { workspaceId, entry, addenda, named, seal, today });
}
