import { z } from 'zod';
import type { Document } from '../documents/index.ts';
import { event, type LedgerEntry } from '../kernel/events.ts';
import { id } from '../kernel/shapes.ts';
import type { WebhookEntry } from '../kernel/webhook-events.ts';
import { type AboutRound, aboutRound, refs, roundFacts, roundFields } from './events.ts';
import { linkCauses, mailedCauses } from './link.ts';
import type { SigningRound } from './round.ts';
import type { Signer } from './signer.ts';

const signerFields = { ...roundFields, signerId: id() };
export interface AboutSigner extends AboutRound {
  readonly signerId: string;
}

/** The data about a person of a round that the events carry; the status is that of the person. */
export const aboutSigner = (
  document: Pick<Document, 'id' | 'visibility' | 'version'>,
  round: Pick<SigningRound, 'id' | 'number' | 'status'>,
  { id: signerId, status }: Pick<Signer, 'id' | 'status'>,
): AboutSigner => ({ ...aboutRound(document, round), status, signerId });

const facts = ({ signerId, ...data }: AboutSigner) => ({ ...roundFacts(data), signerId });
const ledger = {
  target: ({ signerId }) => ({ kind: 'signer', id: signerId }),
  refs,
  facts,
} satisfies LedgerEntry<AboutSigner>;

const webhook = {
  context: 'lifecycle',
  data: ({ documentId, round, signerId, status, version, visibility }) =>
    visibility === 'restricted' ? null : { documentId, round, signerId, status, version },
  orderingKey: ({ documentId }) => documentId,
} satisfies WebhookEntry<AboutSigner>;

const link = { linkVersion: z.int(), cause: z.enum(linkCauses) };
const linkLedger = {
  ...ledger,
  facts: ({ linkVersion, cause, ...data }: AboutSigner & { linkVersion: number; cause: string }) => ({
    ...facts(data),
    linkVersion,
    cause,
  }),
};

export const signerSent = event('signer.sent', z.strictObject({ ...signerFields, ...link }), linkLedger, {
  webhook,
});
export const signerLinkIssued = event(
  'signer.link_issued',
  z.strictObject({ ...signerFields, ...link }),
  linkLedger,
);
export const signerReminded = event(
  'signer.reminded',
  z.strictObject({ ...signerFields, ...link }),
  linkLedger,
);
/** Name, address, phone or verification of somebody who is at work were put right. */
export const signerCorrected = event(
  'signer.corrected',
  z.strictObject({ ...signerFields, changed: z.array(z.string()) }),
  { ...ledger, facts: ({ changed, ...data }) => ({ ...facts(data), changed }) },
);
export const signerViewed = event('signer.viewed', z.strictObject(signerFields), ledger, { webhook });
export const signerCompleted = event(
  'signer.completed',
  z.strictObject({ ...signerFields, documentSha256: z.string(), intent: z.enum(['sign', 'approve']) }),
  {
    ...ledger,
    facts: ({ documentSha256, intent, ...data }) => ({ ...facts(data), documentSha256, intent }),
  },
  { webhook },
);
export const signerDeclined = event(
  'signer.declined',
  z.strictObject({ ...signerFields, reason: z.string() }),
  { ...ledger, detail: ({ reason }) => ({ reason }) },
  { webhook },
);
export const signerConsented = event(
  'signer.consented',
  z.strictObject({ ...signerFields, disclosureVersion: z.string(), disclosureSha256: z.string() }),
  {
    ...ledger,
    facts: ({ disclosureVersion, disclosureSha256, ...data }) => ({
      ...facts(data),
      disclosureVersion,
      disclosureSha256,
    }),
  },
);

const code = { channel: z.enum(['sms', 'email']) };
const codeLedger = {
  ...ledger,
  facts: ({ channel, ...data }: AboutSigner & { channel: string }) => ({ ...facts(data), channel }),
};
export const signerOtpSent = event(
  'signer.otp_sent',
  z.strictObject({ ...signerFields, ...code, challengeId: id() }),
  codeLedger,
);
export const signerOtpFailed = event(
  'signer.otp_failed',
  z.strictObject({ ...signerFields, ...code }),
  codeLedger,
);
export const signerOtpLocked = event(
  'signer.otp_locked',
  z.strictObject({ ...signerFields, ...code }),
  codeLedger,
);
export const signerOtpUndeliverable = event(
  'signer.otp_undeliverable',
  z.strictObject({ ...signerFields, ...code }),
  codeLedger,
);
export const signerVerified = event(
  'signer.verified',
  z.strictObject({ ...signerFields, ...code }),
  codeLedger,
);
/** A mail with a link could not be handed over; the link stays good, for whoever passes it on by hand. */
export const signerUndeliverable = event(
  'signer.undeliverable',
  z.strictObject({ ...signerFields, linkId: id(), linkVersion: z.int() }),
  { ...ledger, facts: ({ linkVersion, linkId: _, ...data }) => ({ ...facts(data), linkVersion }) },
);

/** A link waits to be mailed. It has no ledger line, since it follows an event that has one. */
export const signingMailDue = event(
  'signer.mail_due',
  z.strictObject({ signerId: id(), linkId: id(), linkVersion: z.int(), cause: z.enum(mailedCauses) }),
  null,
);
