import { type DocumentDeadlinesPart, documentInvalidState, requireLinkTerm } from '../documents/index.ts';
import { invalidField } from '../kernel/validation.ts';
import { aboutRound, documentDeadlineMoved } from './events.ts';
import { deadlineOf } from './invitations.ts';
import { ports, type SigningPorts } from './ports.ts';
import { withDeadline } from './round.ts';

/** Moves the deadline of a round that is out, and the end of its links with it (SIG-9, SIG-30). */
export const signingDeadlines: DocumentDeadlinesPart = {
  kind: 'document_deadlines',
  ports,
  bind: (context, own: () => SigningPorts) => ({
    context,
    async move(document, deadlineAt, { now, emit }) {
      const { rounds, signingLinks } = own();
      const round = await rounds.currentOf(document.id);
      if (round === null || round.status !== 'sent') throw documentInvalidState();
      const before = deadlineOf(round);
      if (before <= now) throw documentInvalidState();
      requireLinkTerm('/deadlineAt', deadlineAt, now);
      if (deadlineAt <= before)
        throw invalidField(
          '/deadlineAt',
          'field.out_of_range',
          'Choose a later deadline than the one there is.',
        );
      const moved = await rounds.save(withDeadline(round, deadlineAt, now));
      await signingLinks.moveEnd(round.id, deadlineAt);
      emit(documentDeadlineMoved, { ...aboutRound(document, moved), deadlineAt, before });
    },
  }),
};
