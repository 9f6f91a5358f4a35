import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { OpenItem } from '../entries/ports.ts';
import { caseOpenItems } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import type { SeenCase } from './seen-case.ts';

const inWords: Readonly<Record<OpenItem['kind'], string>> = {
  review: 'The entry waits for a review or for the signature of its author',
  co_sign: 'The entry waits for a second signature',
  amendment: 'The request to change an entry is not decided',
  follow_up: 'The follow-up is not done',
};

/**
 * A case is closed once nothing in it waits for anybody; follow-ups may be carried on (REC-31). What the caller does not pass
 * neither stops them nor shows.
 */
export async function requireNothingOpen(
  { case: { id }, reader }: Pick<SeenCase, 'case' | 'reader'>,
  carriesFollowUps: boolean,
  { entries, now }: Pick<RecordsPorts, 'entries'> & Pick<HandlerContext, 'now'>,
): Promise<void> {
  const open = await entries.openItemsIn(id, { reader, now });
  const stopping = open.filter(({ kind }) => kind !== 'follow_up' || !carriesFollowUps);
  if (stopping.length === 0) return;
  throw caseOpenItems({
    details: stopping.map(({ kind, id: of }) => ({
      path: '/status',
      code: `open.${kind}`,
      message: `${inWords[kind]}: ${of}`,
    })),
  });
}
