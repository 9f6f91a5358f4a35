import { machine } from '../../kernel/machine.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { EntrySeal } from '../entries/content.ts';
import { amendmentInvalidState } from '../errors.ts';

/** The life of a request to change a signed entry (records 5.7). */
export const amendmentStates = machine(amendmentInvalidState, ['requested'], {
  requested: {
    extend: 'requested',
    accept: 'accepted',
    partially_accept: 'partially_accepted',
    deny: 'denied',
    withdraw: 'withdrawn',
  },
  accepted: { withdraw: 'withdrawn', fulfil: 'fulfilled' },
  partially_accepted: { withdraw: 'withdrawn', fulfil: 'fulfilled' },
  denied: { record_disagreement: 'denied', record_rebuttal: 'denied' },
  withdrawn: {},
  fulfilled: {},
});
export type AmendmentStatus = (typeof amendmentStates.states)[number];

export const amendmentDecisions = [
  'accept',
  'partially_accept',
  'deny',
  'extend',
  'withdraw',
  'record_disagreement',
  'record_rebuttal',
] as const;
export type AmendmentDecision = (typeof amendmentDecisions)[number];

export const requesterKinds = ['user', 'subject', 'portal_recipient'] as const;
export const denialBases = [
  'accurate_and_complete',
  'not_created_here',
  'not_part_of_record',
  'not_available_for_inspection',
  'other',
] as const;
export type DenialBasis = (typeof denialBases)[number];

/** Once so many days are added. */
export const daysOfExtension = 30;

/** A request to change a finalized version, decided by another person. */
export interface Amendment {
  readonly id: string;
  readonly entryId: string;
  readonly versionNumber: number;
  readonly requestedByKind: (typeof requesterKinds)[number];
  /** Who recorded it; null for somebody who came by the portal. */
  readonly requestedByUserId: string | null;
  readonly requestSealed: Uint8Array | null;
  readonly status: AmendmentStatus;
  readonly dueOn: PlainDate;
  readonly extendedOnce: boolean;
  readonly decidedByUserId: string | null;
  readonly decidedAt: Instant | null;
  readonly decisionSealed: Uint8Array | null;
  /** Whether whoever asked decided it, because nobody else could (SPR-7). */
  readonly singlePerson: boolean;
  readonly denialBasis: DenialBasis | null;
  /** The version that its acceptance opened. */
  readonly openedVersion: number | null;
  readonly denialAddendumId: string | null;
  readonly disagreementAddendumId: string | null;
  readonly rebuttalAddendumId: string | null;
  readonly notifyPriorRecipients: boolean;
  readonly remindedOn: PlainDate | null;
  readonly createdAt: Instant;
  readonly updatedByUserId: string | null;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** What somebody asks for. */
export interface AmendmentRequest {
  readonly requesterName: string | null;
  readonly reason: string;
  readonly requestedChange: string;
}
/** What is said of the decision. */
export interface AmendmentReasons {
  readonly reason: string | null;
  readonly singlePersonReason: string | null;
}

type Sealed<K extends keyof Amendment> = Pick<Amendment, 'id' | K>;
const requestPlace = ({ id }: Pick<Amendment, 'id'>) => `amendments|${id}|request`;
const decisionPlace = ({ id }: Pick<Amendment, 'id'>) => `amendments|${id}|decision`;

export const sealedRequest = (
  of: Pick<Amendment, 'id'>,
  request: AmendmentRequest,
  seal: EntrySeal,
): Uint8Array => seal.sealText(requestPlace(of), JSON.stringify(request));
export const sealedReasons = (
  of: Pick<Amendment, 'id'>,
  reasons: AmendmentReasons,
  seal: EntrySeal,
): Uint8Array => seal.sealText(decisionPlace(of), JSON.stringify(reasons));

/** Null once it was destroyed. */
export function openedRequest(of: Sealed<'requestSealed'>, seal: EntrySeal): AmendmentRequest | null {
  const text = seal.openText(requestPlace(of), of.requestSealed);
  return text === null ? null : JSON.parse(text);
}
/** Null without a decision, and once it was destroyed. */
export function openedReasons(of: Sealed<'decisionSealed'>, seal: EntrySeal): AmendmentReasons | null {
  const text = seal.openText(decisionPlace(of), of.decisionSealed);
  return text === null ? null : JSON.parse(text);
}

/** Nobody has decided it yet. */
export const isUndecided = ({ status }: Pick<Amendment, 'status'>): boolean => status === 'requested';
/** Its version is being written. */
export const isUnderWay = ({ status }: Pick<Amendment, 'status'>): boolean =>
  amendmentStates.can(status, 'fulfil');
/** Late on this day in the zone of the workspace (REC-50). */
export const isLate = (amendment: Pick<Amendment, 'status' | 'dueOn'>, today: PlainDate): boolean =>
  isUndecided(amendment) && amendment.dueOn < today;
