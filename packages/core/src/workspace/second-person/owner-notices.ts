import type { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { secondPersonNotice } from '../events.ts';
import type { WorkspacePorts } from '../ports.ts';

type Notice = z.output<typeof secondPersonNotice.data>['notice'];

/** Requests a mail to each active owner (SPR-8). */
export async function notifyOwnersOfSecondPerson(
  notice: Notice,
  useId: string | null,
  { owners, emit }: Pick<WorkspacePorts, 'owners'> & Pick<WritingContext, 'emit'>,
): Promise<void> {
  for (const ownerUserId of await owners.ownerIds()) emit(secondPersonNotice, { ownerUserId, notice, useId });
}
