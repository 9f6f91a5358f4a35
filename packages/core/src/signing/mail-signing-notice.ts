import { deadlineOf } from './invitations.ts';
import { signingMailJobs } from './jobs.ts';
import { mailedRound, outsidersAmong } from './mailed-round.ts';
import { signDeadlineNearMail, signEndedMail } from './mails/sign-notice.ts';
import { signerNoticeDue } from './notices.ts';
import { reaction } from './ports.ts';
import { isPending } from './signer.ts';

/** Tells somebody who had a link that the round is over, or that its deadline is near. */
export const mailSigningNotice = reaction(
  signerNoticeDue,
  {
    topic: 'signing.mail_notice',
    policy: signingMailJobs,
    aggregate: ({ signerId }) => ({ type: 'signer', id: signerId }),
    // Whoever has a link would go on to sign what is over, so this is never held back.
    mails: { beyond: 'send', outsiders: outsidersAmong },
  },
  async ({ signerId, roundId, notice }, { read, timeZones, mail }) => {
    const found = await read((ports) => mailedRound(signerId, ports));
    if (found === null) return;
    const { document, round, signer } = found;
    const about = { ...found, recipientName: signer.name, documentName: document.name };
    // Meanwhile the round may have gone on, or the person may be done.
    if (round.id !== roundId) return;
    if (notice === 'deadline_near' ? !isPending(signer) : round.status !== notice) return;
    const to = { address: signer.email, name: signer.name };
    const letter =
      notice === 'deadline_near'
        ? signDeadlineNearMail({ ...about, deadlineAt: deadlineOf(round), rules: timeZones })
        : signEndedMail({
            ...about,
            end: notice,
            reason: round.voidedByUserId === null ? null : round.endReason,
          });
    await mail.send({ key: 'signing-notice', to, ...letter });
  },
);
