import { documentQuarantined } from '../documents/index.ts';
import { endRound } from './ended-round.ts';
import { aboutRound, documentVoided } from './events.ts';
import { signingSweepJobs } from './jobs.ts';
import { reaction } from './ports.ts';
import { signingRoundStates, voidedRound } from './round.ts';

/** Nobody signs what malware was found in: a round that is out is voided, and its people are told. */
export const voidQuarantinedRound = reaction(
  documentQuarantined,
  { topic: 'signing.void_quarantined', policy: signingSweepJobs, needs: ['documentId'] },
  ({ documentId }, { transact, now }) =>
    transact(async (work) => {
      const { rounds, signers, documentLibrary, emit } = work;
      const document = await documentLibrary.get(documentId, 'for update');
      const round = await rounds.currentOf(documentId);
      if (document === null || round === null) return;
      if (document.status !== 'quarantined' || !signingRoundStates.can(round.status, 'void')) return;
      const reason = 'quarantined';
      const voided = voidedRound(round, { reason, byUserId: null }, now);
      const ended = await endRound(
        document,
        await signers.of(round.id),
        { round: voided, reason: 'quarantined', notice: 'voided' },
        work,
      );
      emit(documentVoided, { ...aboutRound(ended.document, ended.round), reason });
    }),
);
