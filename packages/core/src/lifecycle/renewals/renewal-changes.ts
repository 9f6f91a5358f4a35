import type { WritingContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import { requireOwner } from '../lifecycles/checked-lifecycle.ts';
import type { LifecyclePorts } from '../ports.ts';
import type { FoundRenewal } from './found-renewal.ts';
import {
  cancelled,
  changed,
  givenUp,
  type RenewalCase,
  type RenewalChange,
  reopened,
  started,
  submitted,
  withdrawn,
} from './renewal.ts';
import { requireReplacement } from './replacement.ts';

/** What comes with a change. */
export interface ChangeInput {
  readonly action: RenewalChange;
  readonly ownerUserId?: string | undefined;
  readonly dueOn?: string | undefined;
  readonly priority?: RenewalCase['priority'] | undefined;
  readonly note?: string | undefined;
  readonly replacementDocumentId?: string | undefined;
  readonly reason?: string | undefined;
}
type ChangeField = Exclude<keyof ChangeInput, 'action'>;

/** What each change needs, and what it takes beside that. */
const fieldsOf: Readonly<
  Record<RenewalChange, { readonly needs: readonly ChangeField[]; readonly takes: readonly ChangeField[] }>
> = {
  start: { needs: [], takes: ['note'] },
  assign: { needs: ['ownerUserId'], takes: ['priority', 'note'] },
  set_due: { needs: ['dueOn'], takes: ['priority', 'note'] },
  note: { needs: ['note'], takes: ['priority'] },
  submit_replacement: { needs: ['replacementDocumentId'], takes: ['note'] },
  withdraw_replacement: { needs: [], takes: ['note'] },
  close_not_renewed: { needs: ['reason'], takes: [] },
  cancel: { needs: ['reason'], takes: [] },
  reopen: { needs: [], takes: ['note', 'reason'] },
};

/** The codes of the fields whose lack has one of its own. */
const codeOfMissing: Partial<Record<ChangeField, string>> = {
  reason: 'renewal.reason_required',
  replacementDocumentId: 'renewal.replacement_required',
};

/** Passes if the change has what it needs and nothing else. */
export function requireFields({ action, ...given }: ChangeInput): void {
  const { needs, takes } = fieldsOf[action];
  for (const field of needs)
    if (given[field] === undefined)
      throw invalidField(
        `/${field}`,
        codeOfMissing[field] ?? 'field.required',
        `Give it with the action ${action}.`,
      );
  for (const [field, value] of Object.entries(given))
    if (value !== undefined && ![...needs, ...takes].some((known) => known === field))
      throw invalidField(`/${field}`, 'field.not_an_option', `Leave it out with the action ${action}.`);
}

/** The renewal after a change. What the table of its states forbids fails with its failure. */
export async function changedBy(
  { action, ownerUserId, dueOn, priority, note }: ChangeInput,
  found: FoundRenewal,
  context: WritingContext & LifecyclePorts,
): Promise<RenewalCase> {
  const { documentName: _, timeZone: __, ...renewal } = found.renewal;
  const { user, now } = context;
  const urgency = priority === undefined ? {} : { priority };
  switch (action) {
    case 'start':
      return started(renewal);
    case 'assign':
      await requireOwner(ownerUserId ?? null, renewal.ownerUserId, context);
      return changed(renewal, { ownerUserId: ownerUserId ?? renewal.ownerUserId, ...urgency });
    case 'set_due':
      return changed(renewal, { dueOn: dueOn ?? renewal.dueOn, ...urgency });
    case 'note':
      return changed(renewal, { note: note ?? renewal.note, ...urgency });
    case 'submit_replacement': {
      const { id } = await requireReplacement(renewal, found.replacement, context);
      return submitted(renewal, id, user.userId, now);
    }
    case 'withdraw_replacement':
      return withdrawn(renewal);
    case 'close_not_renewed':
      return givenUp(renewal);
    case 'cancel':
      return cancelled(renewal);
    case 'reopen':
      return reopened(renewal);
  }
}
