import { machine } from '../../kernel/machine.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import { documentHoldAlreadyReleased } from '../errors.ts';

/** The life of a hold (lifecycle 3.4). One that was released is not placed again: a new one is. */
export const legalHoldStates = machine(documentHoldAlreadyReleased, ['active'], {
  active: { release: 'released' },
  released: {},
});
export type LegalHoldStatus = (typeof legalHoldStates.states)[number];

/** `direct` is the one that is switched on and off for a document, `case` each that belongs to a matter of its own. */
export const legalHoldKinds = ['case', 'direct'] as const;

/** The duty to keep a document for a matter. It ends when somebody releases it, and never by time. */
export interface LegalHold {
  readonly id: string;
  readonly documentId: string;
  readonly kind: (typeof legalHoldKinds)[number];
  readonly matter: string;
  readonly matterReference: string | null;
  readonly reason: string;
  /** Whom the hold is about, or who keeps the material. */
  readonly custodianUserId: string | null;
  /** A reminder to look whether the hold is still needed, and nothing more. */
  readonly reviewOn: PlainDate | null;
  /** The day of review of which people were told; null while none has come. */
  readonly reviewToldFor: PlainDate | null;
  readonly status: LegalHoldStatus;
  readonly placedByUserId: string;
  readonly placedAt: Instant;
  readonly releasedByUserId: string | null;
  readonly releasedAt: Instant | null;
  readonly releaseReason: string | null;
  readonly updatedAt: Instant;
  readonly version: number;
}

type Placed = Pick<
  LegalHold,
  'id' | 'documentId' | 'kind' | 'matter' | 'matterReference' | 'reason' | 'custodianUserId' | 'reviewOn'
>;

export const placed = (hold: Placed, byUserId: string, at: Instant): LegalHold => ({
  ...hold,
  reviewToldFor: null,
  status: legalHoldStates.begin('active'),
  placedByUserId: byUserId,
  placedAt: at,
  releasedByUserId: null,
  releasedAt: null,
  releaseReason: null,
  updatedAt: at,
  version: 1,
});

export const released = (hold: LegalHold, byUserId: string, reason: string, at: Instant): LegalHold => ({
  ...hold,
  status: legalHoldStates.next(hold.status, 'release'),
  releasedByUserId: byUserId,
  releasedAt: at,
  releaseReason: reason,
  updatedAt: at,
  version: hold.version + 1,
});
