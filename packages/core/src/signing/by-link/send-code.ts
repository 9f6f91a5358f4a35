import type { MailBrand } from '../../kernel/mail-template.ts';
import { openedText } from '../../kernel/opened-text.ts';
import type { MailAudience } from '../../kernel/outside-mail.ts';
import type { Instant } from '../../kernel/time.ts';
import { signingCodeTopic } from '../fresh-link.ts';
import { type OtpChallenge, sealOfCode } from '../otp-challenge.ts';
import { type ports, reaction, type SigningPorts } from '../ports.ts';
import type { Signer } from '../signer.ts';
import { aboutSigner, signerOtpSent, signerOtpUndeliverable } from '../signer-events.ts';
import { codeMessage } from './code-message.ts';
import { otpCodeMail } from './mails/otp-code.ts';

/** Short messages; a code that comes late is of no use (documents 9). */
const codeJobs = {
  queue: 'sms',
  maxAttempts: 4,
  baseSeconds: 5,
  capSeconds: 60,
  leaseSeconds: 60,
} as const;

/** Codes are sent beyond the budget too: who cannot get one cannot sign what was sent already (BIL-3). */
const mailed: MailAudience<{ readonly signerId: string; readonly channel: 'sms' | 'email' }, typeof ports> = {
  beyond: 'send',
  outsiders: (events, { signers }) =>
    Promise.all(
      events.map(async ({ signerId, channel }) => {
        const signer = channel === 'email' ? await signers.get(signerId) : null;
        return signer === null ? [] : [signer.email];
      }),
    ),
};

/** Sends a one-time code, unless it has expired or was overtaken by then. The owner learns from the ledger if it cannot be sent. */
export const sendCode = reaction(
  signerOtpSent,
  {
    topic: signingCodeTopic,
    policy: codeJobs,
    needs: ['documentId', 'signerId', 'challengeId'],
    aggregate: ({ signerId }) => ({ type: 'signer', id: signerId }),
    mails: mailed,
    async givenUp({ signerId, challengeId }, { transact }) {
      await transact(async ({ otpChallenges, signers, rounds, documentLibrary, emit }) => {
        const challenge = await otpChallenges.get(challengeId);
        const signer = await signers.get(signerId);
        const round = signer && (await rounds.get(signer.roundId));
        const document = round && (await documentLibrary.get(round.documentId));
        if (!challenge?.sealedCode || !signer || !round || !document) return;
        await otpChallenges.eraseCode(challengeId);
        emit(signerOtpUndeliverable, { ...aboutSigner(document, round, signer), channel: challenge.channel });
      });
    },
  },
  async ({ signerId, challengeId }, { read, transact, keyRing, settings, sms, mail, now }) => {
    const found = await read((inside) => sendable(signerId, challengeId, now, inside));
    if (found !== null) {
      const { challenge, sealedCode, signer, locale, brand } = found;
      const code = openedText(keyRing, sealedCode, sealOfCode(challengeId));
      if (challenge.channel === 'sms')
        await sms.send({
          key: challengeId,
          to: signer.phone ?? '',
          text: codeMessage(code, locale, settings.webUrl),
        });
      else
        await mail.send({
          key: challengeId,
          to: { address: signer.email, name: signer.name },
          ...otpCodeMail({ locale, recipientName: signer.name, brand, code }),
        });
    }
    await transact(({ otpChallenges }) => otpChallenges.eraseCode(challengeId));
  },
);

/** What is to be sent; null if the code is of no use any more. */
async function sendable(
  signerId: string,
  challengeId: string,
  now: Instant,
  { otpChallenges, signers, rounds, workspaceIdentity }: SigningPorts,
): Promise<{
  readonly challenge: OtpChallenge;
  readonly sealedCode: Uint8Array;
  readonly signer: Signer;
  readonly locale: string;
  readonly brand: MailBrand;
} | null> {
  const challenge = await otpChallenges.get(challengeId);
  const signer = await signers.get(signerId);
  const round = signer && (await rounds.get(signer.roundId));
  if (challenge === null || signer === null || round === null || challenge.sealedCode === null) return null;
  const isOvertaken = challenge.status !== 'active' || challenge.linkVersion !== signer.linkVersion;
  if (isOvertaken || challenge.expiresAt <= now) return null;
  const { name, logoUrl } = await workspaceIdentity.profile();
  return {
    challenge,
    sealedCode: challenge.sealedCode,
    signer,
    locale: signer.language ?? round.language,
    brand: { name, logoUrl },
  };
}
