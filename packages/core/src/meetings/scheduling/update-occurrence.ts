import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  meetingConflict,
  meetingInvalidState,
  meetingNotFound,
  occurrenceInvalidState,
  occurrenceNotFound,
} from '../errors.ts';
import { meetingToChange, onMeeting, type VisibilityContext } from '../meeting-access.ts';
import { OccurrenceView, occurrenceView } from '../occurrence-view.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import { WarningView } from '../warnings.ts';
import { nothingChanges, versionRequired } from './change-failures.ts';
import { cancelOccurrence } from './occurrence-cancellation.ts';
import { applyOccurrenceChange } from './occurrence-change.ts';
import { changeableFields, type OccurrenceChange, occurrenceChangeInput } from './occurrence-change-input.ts';

export const updateOccurrence = command({
  summary: 'Move, change, cancel or restore one occurrence',
  description:
    'Send the version of the session that you read. The other occurrences of the series stay as they are; everybody who is invited is notified of this occurrence only.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  input: occurrenceChangeInput,
  output: z.object({ occurrence: OccurrenceView, warnings: z.array(WarningView) }),
  errors: [
    mailBudgetUsed,
    meetingNotFound,
    occurrenceNotFound,
    planLimitReached,
    occurrenceInvalidState,
    meetingInvalidState,
    meetingConflict,
  ],

  find: (input, context) => sessionToChange(input, context),
  may: [
    // Whoever may edit may cancel too.
    onMeeting('cancel'),
    onlyWhen(
      'anything but a cancellation is asked for',
      (_, input: OccurrenceChange) => !isCancelling(input),
      onMeeting('edit'),
    ),
  ],
  version: ({ session }) => session.version,

  async run(input, context) {
    const { visible, session } = context.found;
    const { meeting } = visible;
    if (meeting.status === 'cancelled' || meeting.meetingType === 'personal_room')
      throw meetingInvalidState();

    const { occurrence, warnings } = isCancelling(input)
      ? await cancelOccurrence(meeting, session, input, context)
      : await applyOccurrenceChange(meeting, session, input, context);
    return {
      occurrence: occurrenceView(occurrence, meeting, [], context.workspaceId),
      warnings: warnings.map((warning) => ({ ...warning, occurrences: [...warning.occurrences] })),
    };
  },
});

const isCancelling = ({ status }: Pick<OccurrenceChange, 'status'>): boolean => status === 'cancelled';

/** Faults of the request are reported before the session is looked up. */
async function sessionToChange(
  input: OccurrenceChange,
  context: VisibilityContext & Pick<MeetingsPorts, 'occurrences'>,
) {
  const asked = [...Object.keys(changeableFields), 'status'].filter(
    (name) => (input as Record<string, unknown>)[name] !== undefined,
  );
  if (input.expectedVersion === undefined) throw versionRequired();
  if (asked.length === 0) throw nothingChanges();
  if (input.status === 'cancelled' && asked.length > 1)
    throw invalidField(
      '/status',
      'occurrence.status_with_changes',
      'Cancel the occurrence or change it, not both at once.',
    );
  const visible = await meetingToChange(input.meetingId, context);
  const session = await context.occurrences.get(input.sessionId, 'for update');
  if (session.meetingId !== visible.meeting.id) throw occurrenceNotFound();
  return { visible, session };
}
