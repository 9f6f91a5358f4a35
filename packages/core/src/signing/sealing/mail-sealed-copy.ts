import { openedText } from '../../kernel/opened-text.ts';
import { signingMailJobs } from '../jobs.ts';
import { goneReasonAt, sealOfLink } from '../link.ts';
import { mailedRound, outsidersAmong } from '../mailed-round.ts';
import { reaction } from '../ports.ts';
import { signingAddress } from '../signing-address.ts';
import { copyMailDue } from './events.ts';
import { sealedCopyMail } from './mails/sealed-copy.ts';

/** Mails the link to the sealed file to somebody of the round, and forgets its secret then (SIG-26). */
export const mailSealedCopy = reaction(
  copyMailDue,
  {
    topic: 'signing.mail_copy',
    policy: signingMailJobs,
    aggregate: ({ signerId }) => ({ type: 'signer', id: signerId }),
    mails: { beyond: 'send', outsiders: outsidersAmong },
  },
  async ({ signerId, linkId }, { read, transact, keyRing, settings, timeZones, mail, now }) => {
    const { of, link } = await read(async (ports) => ({
      of: await mailedRound(signerId, ports),
      link: await ports.signingLinks.get(linkId),
    }));
    if (of === null || link === null || link.sealedSecret === null) return;
    if (goneReasonAt(link, now) === null) {
      const token = openedText(keyRing, link.sealedSecret, sealOfLink(linkId));
      await mail.send({
        key: 'sealed-copy',
        to: { address: of.signer.email, name: of.signer.name },
        ...sealedCopyMail({
          locale: of.locale,
          recipientName: of.signer.name,
          brand: of.brand,
          documentName: of.document.name,
          sealedSha256: of.round.seal.sealedSha256 ?? '',
          asksForCode: of.signer.verification !== 'none',
          expiresAt: link.expiresAt,
          timeZone: of.timeZone,
          rules: timeZones,
          link: signingAddress(settings, token),
        }),
      });
    }
    await transact(({ signingLinks }) => signingLinks.eraseSecret(linkId));
  },
);
