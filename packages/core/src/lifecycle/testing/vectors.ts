import { readFileSync } from 'node:fs';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { KnownDates, PolicyBasis } from '../dates/calculation.ts';
import type { AssignmentScope } from '../dates/precedence.ts';
import type { LifecycleStatus } from '../dates/status.ts';
import type { DateOrder } from '../extraction/rules/date-order.ts';
import type { Proposal } from '../extraction/rules/proposals.ts';
import type { ReadingMethod } from '../extraction/rules/read-text.ts';
import type { Claim, Comparison } from '../identities/comparison.ts';
import type { VerificationOutcome, ZoneSource } from '../identities/outcome.ts';
import type { Zone } from '../identities/zones/zone.ts';

export interface ExpirationVectors {
  readonly cases: readonly {
    readonly id: string;
    readonly note: string;
    readonly policy: {
      readonly basis: PolicyBasis;
      readonly graceDays: number;
      readonly noticeDaysBefore: readonly number[];
      readonly timeZone: string;
      readonly noticeLocalTime: string;
      readonly duration?: { readonly years?: number; readonly months?: number; readonly days?: number };
      readonly fixedDate?: PlainDate;
    };
    readonly dates: Partial<Pick<KnownDates, 'issuedOn' | 'statedExpiresOn' | 'uploadedAt' | 'sealedAt'>>;
    readonly asOf: Instant;
    readonly expect: {
      readonly expiresOn: PlainDate | null;
      readonly graceEndsOn: PlainDate | null;
      readonly status: LifecycleStatus;
      readonly notices: readonly {
        readonly daysBefore: number;
        readonly at: Instant;
        readonly state: string;
      }[];
    };
  }[];
}

interface PrecedenceVectors {
  readonly cases: readonly {
    readonly id: string;
    /** Each folder with the one above it. */
    readonly folders: Readonly<Record<string, string | null>>;
    readonly assignments: readonly {
      readonly scope: AssignmentScope;
      readonly targetId: string | null;
      readonly policyId: string;
      readonly active?: boolean;
      readonly policyStatus?: 'active' | 'archived';
    }[];
    readonly document: {
      readonly id: string;
      readonly folderId: string | null;
      readonly typeId: string | null;
    };
    readonly expect: { readonly winner: object | null; readonly trace: readonly object[] };
  }[];
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'));

/** The golden cases of dates, status and notices. */
export const expirationVectors: ExpirationVectors = read('expiration');
/** The golden cases of the policy that applies. */
export const precedenceVectors: PrecedenceVectors = read('precedence');

interface ZoneVectors {
  readonly cases: readonly {
    readonly id: string;
    readonly note: string;
    readonly lines: readonly string[];
    readonly asOf: PlainDate;
    readonly source: ZoneSource;
    readonly specimenAllowed: boolean;
    readonly claimed?: Claim;
    readonly expect: {
      readonly parse?: Omit<Zone, 'truncated'>;
      readonly comparisons?: readonly Comparison[];
      readonly outcome?: VerificationOutcome;
      readonly error?: string;
    };
  }[];
}

/** The golden cases of machine readable zones. */
export const zoneVectors: ZoneVectors = read('mrz');

interface ExtractionVectors {
  readonly cases: readonly {
    readonly id: string;
    readonly note: string;
    readonly input: {
      readonly languages: readonly string[];
      readonly dateOrder: DateOrder;
      readonly referenceInstant: Instant;
      readonly pages: readonly {
        readonly page: number;
        readonly method: ReadingMethod;
        readonly ocrConfidence?: number;
        readonly lines: readonly string[];
      }[];
    };
    readonly expect: readonly Omit<Proposal, 'boundingBox' | 'method'>[];
  }[];
}

/** The golden cases of dates and numbers in lines of text. */
export const extractionVectors: ExtractionVectors = read('extraction');
