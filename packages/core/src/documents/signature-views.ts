import { z } from 'zod';
import { ReminderScheduleView } from '../kernel/reminder-schedule.ts';
import { shown } from '../kernel/shapes.ts';
import { signatureStatuses } from './document.ts';

// What is said about the signing of a document. The context `signing` fills it (`document-summaries.ts`).

export const signingOrders = ['parallel', 'sequential'] as const;
export const signatureMethods = ['drawn', 'typed', 'uploaded'] as const;
export const signerRoles = ['signer', 'approver', 'copy'] as const;
export const signerVerifications = ['none', 'sms', 'email'] as const;
export const verificationStates = ['not_required', 'required', 'verified', 'locked'] as const;
export const linkDeliveries = ['email', 'manual'] as const;
export const signerStatuses = [
  'draft',
  'waiting',
  'sent',
  'viewed',
  'completed',
  'declined',
  'expired',
  'cancelled',
  'notified',
] as const;
export const signingFieldKinds = [
  'signature',
  'initials',
  'date',
  'text',
  'checkbox',
  'name',
  'email',
] as const;
export const fieldDateModes = ['signed_on', 'entered'] as const;
export const fieldDateFormats = ['iso', 'dmy', 'mdy', 'long'] as const;
export const sealStatuses = ['none', 'queued', 'sealing', 'sealed', 'failed'] as const;
export const sealLevels = ['B-B', 'B-T'] as const;
export const timestampStatuses = ['none', 'granted', 'unavailable'] as const;

const digest = (of: string, until: string) =>
  z.string().nullable().describe(`SHA-256 of ${of}, in hexadecimal; null until ${until}.`);
const instantOf = (what: string) => shown.instant().nullable().describe(`When ${what}; null if it was not.`);

export const SealView = z
  .object({
    status: z.enum(sealStatuses).describe('How far the sealing is.'),
    level: z
      .enum(sealLevels)
      .nullable()
      .describe('The level of the seal (PAdES), where B-T has a time-stamp; null until it is sealed.'),
    sealedAt: instantOf('it was sealed'),
    originalSha256: digest('the bytes that were uploaded', 'it is sent'),
    signingCopySha256: digest('the signing copy', 'it is sent'),
    sealedSha256: digest('the sealed file', 'it is sealed'),
    certificateSha256: digest('the certificate of completion', 'it is sealed'),
    sealCertificateFingerprint: digest('the certificate that the seal was made with', 'it is sealed'),
    timestamp: z
      .object({
        status: z.enum(timestampStatuses).describe('Whether a time-stamp authority has confirmed the time.'),
        at: shown.instant().nullable().describe('The time that it confirmed; null without one.'),
        authority: z.string().nullable().describe('Who confirmed it; null without a time-stamp.'),
      })
      .describe('The time-stamp of the seal.'),
    ledger: z
      .object({
        seq: z.int().describe('The number of the line.'),
        headHash: z.string().describe('The hash of the line.'),
      })
      .nullable()
      .describe('The newest line of the ledger that the evidence names; null until it is sealed.'),
    attempts: z.int().describe('How often sealing was tried.'),
    failureCode: z.string().nullable().describe('Why the last try failed; null if it did not.'),
    nextAttemptAt: shown.instant().nullable().describe('When it is tried again; null if it is not.'),
  })
  .meta({ id: 'DocumentSeal', description: 'The seal over the finished file.' });

export const SignatureView = z
  .object({
    round: z.int().describe('The number of the signing round; counts from 1 in each document.'),
    status: z.enum(signatureStatuses).describe('The state of the round.'),
    signingOrder: z.enum(signingOrders).describe('Whether all sign at once, or group after group.'),
    subject: z.string().describe('The subject of the mail to the people who sign.'),
    message: z.string().nullable().describe('What the mail says to all of them; null for nothing.'),
    deadlineAt: shown
      .instant()
      .nullable()
      .describe('When the links and the round end; null until it is sent.'),
    reminders: ReminderScheduleView.nullable().describe('When people are reminded; null for never.'),
    expiryWarningDays: z.int().describe('How many days before the deadline people are warned; 0 for never.'),
    language: z.string().describe('The language of the mails and of the disclosure, as a BCP 47 tag.'),
    disclosureVersion: z
      .string()
      .nullable()
      .describe('The version of the disclosure that is shown; null until it is sent.'),
    requireConsent: z.boolean().describe('Whether people must agree to sign electronically.'),
    signatureMethods: z.array(z.enum(signatureMethods)).describe('How people may make their signature.'),
    appendSignaturePage: z
      .boolean()
      .describe('Whether a page is added for signers who have no field for their signature.'),
    redirectUrl: z.string().nullable().describe('Where people are led after signing; null for nowhere.'),
    signingCopySha256: digest('the copy that is signed', 'it is sent'),
    signingCopyPageCount: z.int().nullable().describe('How many pages that copy has; null until it is sent.'),
    sentAt: instantOf('it was sent'),
    completedAt: instantOf('everybody was done'),
    declinedAt: instantOf('somebody declined'),
    voidedAt: instantOf('it was voided'),
    expiredAt: instantOf('it expired'),
    sentByUserId: z.string().nullable().describe('The id of who sent it; null until it is sent.'),
    voidedByUserId: z.string().nullable().describe('The id of who voided it; null if nobody did.'),
    endReason: z.string().nullable().describe('Why it was declined or voided; null if it was not.'),
    counts: z
      .object({
        required: z.int().describe('How many people must sign or approve.'),
        done: z.int().describe('How many of them have.'),
      })
      .describe('How far the round is.'),
    seal: SealView,
    version: z
      .int()
      .describe('The version of the document; send it as expectedVersion with the next change.'),
  })
  .meta({ id: 'DocumentSignature', description: 'The current signing round of a document.' });

export const SignerView = z
  .object({
    id: shown.ownId(),
    key: z.string().nullable().describe('Your own handle for this person; null without one.'),
    name: z.string().describe('The name of the person.'),
    email: z.string().describe('The address that the link is mailed to.'),
    phone: z.string().nullable().describe('The phone number in the form of E.164; null without one.'),
    role: z.enum(signerRoles).describe('What the person does: sign, approve, or get a copy.'),
    order: z
      .int()
      .describe('The group of the person; groups follow each other, and within one all act at once.'),
    verification: z.enum(signerVerifications).describe('How the person proves to be the one who is meant.'),
    note: z.string().nullable().describe('A private line in the mail to this person; null for none.'),
    language: z.string().nullable().describe('The language of this person; null is that of the round.'),
    timeZone: z.string().nullable().describe('The time zone of this person; null if it is not known.'),
    status: z.enum(signerStatuses).describe('How far this person is.'),
    userId: z
      .string()
      .nullable()
      .describe('The id of the active member with that address; null if there is none.'),
    delivery: z
      .enum(linkDeliveries)
      .nullable()
      .describe('How the link was handed over; null if there is none.'),
    sentAt: instantOf('the first link was sent'),
    viewedAt: instantOf('the document was first shown'),
    consentedAt: instantOf('the person agreed to sign electronically'),
    verifiedAt: instantOf('the person was last verified'),
    completedAt: instantOf('the person was done'),
    declinedAt: instantOf('the person declined'),
    lastRemindedAt: instantOf('the person was last reminded'),
    declineReason: z.string().nullable().describe('Why the person declined; null if they did not.'),
    reminderCount: z.int().describe('How many reminders went out by themselves.'),
    nextReminderAt: shown.instant().nullable().describe('When the next one goes out; null for never.'),
    linkVersion: z.int().nullable().describe('The number of the newest link; null if there was none.'),
    linkExpiresAt: shown.instant().nullable().describe('When the link ends; null if there is none.'),
    verificationState: z.enum(verificationStates).describe('Whether the person has been verified.'),
  })
  .meta({ id: 'DocumentSigner', description: 'A person of a signing round.' });

const fraction = (what: string) => z.number().describe(`${what}, as a fraction of the page as it is shown.`);

export const SigningFieldView = z
  .object({
    id: shown.ownId(),
    signerId: z.uuid().describe('The id of who fills it.'),
    kind: z.enum(signingFieldKinds).describe('What is put there.'),
    page: z.int().describe('The number of its page, from 1.'),
    x: fraction('The left edge'),
    y: fraction('The upper edge, from the top'),
    width: fraction('The width'),
    height: fraction('The height'),
    label: z.string().nullable().describe('What it is called; null without a name.'),
    required: z.boolean().describe('Whether it must be filled.'),
    readOnly: z.boolean().describe('Whether its value is the one that the sender gave.'),
    defaultValue: z
      .union([z.string(), z.boolean()])
      .nullable()
      .describe('What it begins with; null for nothing.'),
    maxLength: z.int().nullable().describe('How many characters it may hold; null where it does not apply.'),
    multiline: z.boolean().describe('Whether it may hold several lines.'),
    dateMode: z
      .enum(fieldDateModes)
      .nullable()
      .describe('Whether a date is that of signing, or entered; null for other fields.'),
    dateFormat: z.enum(fieldDateFormats).nullable().describe('How a date is written; null for other fields.'),
    fontSize: z.number().nullable().describe('The size of the text in points; null for fields without text.'),
    value: z
      .union([z.string(), z.boolean()])
      .nullable()
      .describe('What was filled in; null until then, and always for signatures.'),
    completedAt: instantOf('it was filled'),
    clientRef: z.string().nullable().describe('Your own handle for the field; null without one.'),
  })
  .meta({ id: 'SigningField', description: 'A place on a page that one person fills.' });

export const SigningRoundView = z
  .object({
    round: z.int().describe('The number of the round.'),
    status: z.enum(signatureStatuses).describe('The state that it has, or ended in.'),
    sentAt: instantOf('it was sent'),
    endedAt: instantOf('it ended'),
    reason: z.string().nullable().describe('Why it was declined or voided; null if it was not.'),
  })
  .meta({ id: 'SigningRoundInShort', description: 'One attempt to get the document signed.' });
