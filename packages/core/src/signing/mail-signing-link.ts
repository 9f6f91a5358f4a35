import { openedText } from '../kernel/opened-text.ts';
import { signingMailTopic } from './fresh-link.ts';
import { deadlineOf } from './invitations.ts';
import { signingMailJobs } from './jobs.ts';
import { goneReasonAt, type MailedCause, sealOfLink } from './link.ts';
import { mailedRound, outsidersAmong } from './mailed-round.ts';
import { type SignMailInput, signReminderMail, signRequestMail } from './mails/sign-request.ts';
import { ownerNoticeDue } from './notices.ts';
import { reaction } from './ports.ts';
import { subjectFor } from './round-draft.ts';
import { isPending } from './signer.ts';
import { aboutSigner, signerUndeliverable, signingMailDue } from './signer-events.ts';
import { signingAddress } from './signing-address.ts';

const letters: Readonly<Record<MailedCause, typeof signRequestMail>> = {
  send: signRequestMail,
  turn: signRequestMail,
  correct: signRequestMail,
  reopen: signRequestMail,
  remind: signReminderMail,
  reminder: signReminderMail,
};

/** Mails a link to the person it is for, and forgets its secret then; a link that was replaced meanwhile is not mailed. */
export const mailSigningLink = reaction(
  signingMailDue,
  {
    topic: signingMailTopic,
    policy: signingMailJobs,
    aggregate: ({ signerId }) => ({ type: 'signer', id: signerId }),
    mails: { beyond: 'refuse', outsiders: outsidersAmong },
    /** The link goes on working for whoever hands it over by hand; the owner gets a mail (documents 9). */
    givenUp: ({ signerId, linkId }, { transact }) =>
      transact(async (work) => {
        const { signingLinks, emit } = work;
        const found = await mailedRound(signerId, work);
        const link = await signingLinks.get(linkId);
        await signingLinks.eraseSecret(linkId);
        if (found === null || link === null || link.status !== 'live') return;
        const { document, round, signer } = found;
        const { linkVersion } = link;
        emit(signerUndeliverable, { ...aboutSigner(document, round, signer), linkId, linkVersion });
        emit(ownerNoticeDue, {
          documentId: document.id,
          roundId: round.id,
          signerId,
          notice: 'undeliverable',
        });
      }),
  },
  async ({ signerId, linkId, cause }, { read, transact, keyRing, settings, timeZones, mail, now }) => {
    const found = await read(async (ports) => ({
      of: await mailedRound(signerId, ports),
      link: await ports.signingLinks.get(linkId),
    }));
    const { of, link } = found;
    if (of === null || link === null || link.sealedSecret === null) return;
    if (goneReasonAt(link, now) === null && isPending(of.signer)) {
      const token = openedText(keyRing, link.sealedSecret, sealOfLink(linkId));
      const { signer, round, document } = of;
      const letter: SignMailInput = {
        ...of,
        recipientName: signer.name,
        role: signer.role === 'approver' ? 'approver' : 'signer',
        documentName: document.name,
        subject: subjectFor(round, document, of.locale),
        message: round.message,
        note: signer.note,
        asksForCode: signer.verification !== 'none',
        deadlineAt: deadlineOf(round),
        rules: timeZones,
        link: signingAddress(settings, token),
      };
      await mail.send({
        key: 'signing',
        to: { address: signer.email, name: signer.name },
        ...letters[cause](letter),
      });
    }
    await transact(({ signingLinks }) => signingLinks.eraseSecret(linkId));
  },
);
