import type { WritingContext } from '../../kernel/handler-context.ts';
import type { RecordsPorts } from '../ports.ts';
import { sayCoSignRequested } from './co-sign.ts';

interface HandingOver {
  readonly userId: string;
  /** Who works on the case instead; null if nobody was named for it. */
  readonly heirUserId: string | null;
}

/**
 * What somebody who leaves was to sign too is asked of the heir, or of everybody who may where nobody inherits or the heir is
 * the author, who never signs twice (GOV-28).
 */
export async function handOverCoSigns(
  caseId: string,
  { userId, heirUserId }: HandingOver,
  { entries, now, emit }: Pick<RecordsPorts, 'entries'> & Pick<WritingContext, 'now' | 'emit'>,
): Promise<void> {
  for (const entry of await entries.toCoSignBy(userId, caseId)) {
    const coSignerUserId = heirUserId === entry.authorUserId ? null : heirUserId;
    const saved = await entries.save({ ...entry, coSignerUserId, updatedAt: now });
    if (saved.coSignStatus === 'pending') sayCoSignRequested(saved, emit);
  }
}
