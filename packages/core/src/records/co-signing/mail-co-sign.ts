import { entryCoSignDeclined, entryCoSignRequested } from '../entries/events.ts';
import { authorOf, type Chosen, mailOf } from '../entries/mail-entry.ts';
import { recordMailJobs } from '../jobs.ts';
import { reaction } from '../ports.ts';
import { roleToCoSign } from './steps.ts';

const job = { policy: recordMailJobs, mails: 'members', databaseRole: 'identity' } as const;
const aggregate = ({ artifactId }: { readonly artifactId: string }) => ({ type: 'entry', id: artifactId });

/** Whoever is asked to sign too hears of it: the person who is named, or all who may. */
export const mailCoSignRequested = reaction(
  entryCoSignRequested,
  {
    ...job,
    topic: 'records.mail_co_sign_requested',
    aggregate,
    needs: ['artifactId', 'requestedFromUserId'],
  },
  ({ artifactId, requestedFromUserId }, context) =>
    mailOf(
      artifactId,
      'co_sign_requested',
      requestedFromUserId === null ? thoseWhoMay : async () => [requestedFromUserId],
      context,
      ({ coSignStatus, coSignerUserId }) =>
        coSignStatus === 'pending' && coSignerUserId === requestedFromUserId,
    ),
);

const thoseWhoMay: Chosen = async (entry, ports, now) => {
  const role = await roleToCoSign(entry, ports);
  const members = await ports.caseMembers.activeOf(entry.caseId, now);
  return members
    .filter((member) => member.role === role || member.role === 'lead')
    .filter(({ userId }) => userId !== entry.authorUserId)
    .map(({ userId }) => userId);
};

/** Its author hears that somebody who was asked does not sign. */
export const mailCoSignDeclined = reaction(
  entryCoSignDeclined,
  { ...job, topic: 'records.mail_co_sign_declined', aggregate, needs: ['artifactId'] },
  ({ artifactId }, context) =>
    mailOf(
      artifactId,
      'co_sign_declined',
      authorOf,
      context,
      ({ coSignStatus }) => coSignStatus === 'declined',
    ),
);
