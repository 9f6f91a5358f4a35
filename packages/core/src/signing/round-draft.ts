import { type Document, documentInvalidState, isEditable } from '../documents/index.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { mailLanguage } from '../kernel/mail-template.ts';
import { usualReminders } from '../kernel/reminder-schedule.ts';
import type { Instant } from '../kernel/time.ts';
import { documentTooManyRounds } from './errors.ts';
import type { SigningField } from './field.ts';
import type { SigningPorts } from './ports.ts';
import {
  mostRounds,
  newRound,
  type RoundSettings,
  type SigningRound,
  signingRoundStates,
  usualWarningDays,
} from './round.ts';
import { type Signer, signerStates, verificationToBegin } from './signer.ts';

/** A round that nobody was asked to sign yet, as it is changed in memory before it is written. */
export interface RoundDraft {
  readonly round: SigningRound;
  readonly signers: readonly Signer[];
  readonly fields: readonly SigningField[];
  /** Whether the round is still to be added. */
  readonly isNew: boolean;
  /** By which ids callers may know the people of the draft: their own, and those of the round that they were copied from. */
  readonly known: ReadonlyMap<string, string>;
}

type Drafting = Pick<SigningPorts, 'rounds' | 'signers' | 'signingFields' | 'workspaceIdentity'> &
  Pick<WritingContext, 'newId' | 'now' | 'user'>;

/** The round that can be prepared: the current one, or the one that follows a round that has ended (documents 3.3). */
export async function draftFor(document: Document, context: Drafting): Promise<RoundDraft> {
  if (!isEditable(document)) throw documentInvalidState();
  const { rounds, signers, signingFields, newId, now, user } = context;
  const current = await rounds.currentOf(document.id);
  if (current !== null && signingRoundStates.can(current.status, 'prepare')) {
    const people = await signers.of(current.id);
    const fields = await signingFields.of(current.id);
    return { round: current, signers: people, fields, isNew: false, known: idsOf(people) };
  }
  const about = { id: newId(), documentId: document.id, createdByUserId: user.userId };
  if (current === null) {
    const settings = usualSettings(document, (await context.workspaceIdentity.profile()).defaultLocale);
    const round = newRound({ ...about, number: 1 }, settings, now);
    return { round, signers: [], fields: [], isNew: true, known: new Map() };
  }
  if (!['declined', 'voided', 'expired'].includes(current.status)) throw documentInvalidState();
  if (current.number >= mostRounds) throw documentTooManyRounds();
  // The deadline of the round before is no deadline of this one.
  const round = newRound({ ...about, number: current.number + 1 }, settingsOf(current), now);
  const people = await signers.of(current.id);
  const copies = people.map((signer) => copiedSigner(signer, round.id, newId(), now));
  const known = new Map(people.map(({ id }, at) => [id, copies[at]?.id ?? id]));
  const fields = copiedFields(await signingFields.of(current.id), round.id, known, document, newId);
  return { round, signers: copies, fields, isNew: true, known: new Map([...known, ...idsOf(copies)]) };
}

const idsOf = (signers: readonly Signer[]) => new Map(signers.map(({ id }) => [id, id]));

const subjects = { en: 'Please sign: ', de: 'Bitte unterschreiben: ' } as const;
const longestSubject = 200;

/** The subject of the mails where the sender gives none. */
export const usualSubject = (name: string, language: string): string =>
  [...`${subjects[mailLanguage(language)]}${name}`].slice(0, longestSubject).join('');

/** The subject for one person: what the sender gave as it is, and the usual one in the language of that person. */
export const subjectFor = (
  { subject, language }: Pick<SigningRound, 'subject' | 'language'>,
  { name }: Pick<Document, 'name'>,
  locale: string,
): string => (subject === usualSubject(name, language) ? usualSubject(name, locale) : subject);

const usualSettings = ({ name }: Document, language: string): RoundSettings => ({
  signingOrder: 'parallel',
  subject: usualSubject(name, language),
  message: null,
  deadlineAt: null,
  reminders: usualReminders,
  expiryWarningDays: usualWarningDays,
  language,
  requireConsent: true,
  signatureMethods: ['drawn', 'typed', 'uploaded'],
  appendSignaturePage: false,
  redirectUrl: null,
});

const settingsOf = (round: SigningRound): RoundSettings => ({
  signingOrder: round.signingOrder,
  subject: round.subject,
  message: round.message,
  deadlineAt: null,
  reminders: round.reminders,
  expiryWarningDays: round.expiryWarningDays,
  language: round.language,
  requireConsent: round.requireConsent,
  signatureMethods: round.signatureMethods,
  appendSignaturePage: round.appendSignaturePage,
  redirectUrl: round.redirectUrl,
});

/** What is said of a person apart from what happened to them. */
type PersonFacts = Pick<
  Signer,
  | 'id'
  | 'documentId'
  | 'roundId'
  | 'position'
  | 'key'
  | 'name'
  | 'email'
  | 'phone'
  | 'role'
  | 'order'
  | 'verification'
  | 'note'
  | 'language'
  | 'timeZone'
  | 'userId'
>;

/** A person to whom nothing has happened yet. */
export const newSigner = (facts: PersonFacts, at: Instant): Signer => ({
  ...facts,
  status: signerStates.begin('draft'),
  delivery: null,
  sentAt: null,
  viewedAt: null,
  lastOpenedAt: null,
  consentedAt: null,
  verifiedAt: null,
  completedAt: null,
  declinedAt: null,
  declineReason: null,
  lastRemindedAt: null,
  reminderCount: 0,
  nextReminderAt: null,
  linkVersion: null,
  linkExpiresAt: null,
  verificationState: verificationToBegin(facts),
  lockedUntil: null,
  codesSent: 0,
  wrongTries: 0,
  createdAt: at,
  updatedAt: at,
});

const copiedSigner = (signer: Signer, roundId: string, id: string, at: Instant): Signer => {
  const { documentId, position, key, name, email, phone, role, order, verification, note, language } = signer;
  const { timeZone, userId } = signer;
  return newSigner(
    {
      id,
      documentId,
      roundId,
      position,
      key,
      name,
      email,
      phone,
      role,
      order,
      verification,
      note,
      language,
      timeZone,
      userId,
    },
    at,
  );
};

/** Without what people filled in, and without the page that was added for signatures. */
const copiedFields = (
  fields: readonly SigningField[],
  roundId: string,
  known: ReadonlyMap<string, string>,
  { pageCount }: Document,
  newId: () => string,
): readonly SigningField[] =>
  fields.flatMap((field) => {
    const signerId = known.get(field.signerId);
    return signerId === undefined || field.page > (pageCount ?? 0)
      ? []
      : [{ ...field, id: newId(), roundId, signerId, value: null, completedAt: null }];
  });
