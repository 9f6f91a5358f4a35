import { hexOf, sha256, utf8 } from '../../../kernel/crypto.ts';
import { type ActionOf, machine } from '../../../kernel/machine.ts';
import type { Instant } from '../../../kernel/time.ts';
import { extractionInvalidState } from '../../errors.ts';
import type { DateOrder } from '../rules/date-order.ts';
import type { ExtractionKind } from '../rules/proposals.ts';
import type { ExtractedText, OcrMode, TextExtractor } from '../text-extractor.ts';

/** The life of one pass over the text of a document (lifecycle 3.6). */
export const extractionRunStates = machine(extractionInvalidState, ['queued'], {
  queued: { start: 'running', fail: 'failed', cancel: 'cancelled' },
  running: { complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
  cancelled: {},
});
export type ExtractionRunStatus = (typeof extractionRunStates.states)[number];
export type ExtractionRunAction = ActionOf<typeof extractionRunStates>;

export const extractionFindings = ['ocr_language_missing', 'page_failed', 'no_text', 'truncated'] as const;
export type ExtractionFinding = (typeof extractionFindings)[number];

/** Why a run came to nothing. */
export const extractionFailures = ['extraction.encrypted', 'extraction.unavailable'] as const;
export type ExtractionFailureCode = (typeof extractionFailures)[number];

/** The rules by which values are found; evidence of others may differ (EXT-1). */
export const rulesVersion = '1';

/** What somebody wants to have looked for. */
export interface ExtractionRequest {
  readonly versionId: string;
  readonly kinds: readonly ExtractionKind[];
  readonly languages: readonly string[];
  readonly ocr: OcrMode;
  readonly dateOrder: DateOrder;
  readonly pages: { readonly from: number; readonly to: number };
}

export interface ExtractionRun extends ExtractionRequest {
  readonly id: string;
  readonly documentId: string;
  readonly requestHash: string;
  readonly status: ExtractionRunStatus;
  readonly pagesProcessed: number;
  readonly pagesOcr: number;
  readonly pagesFailed: number;
  readonly findings: readonly ExtractionFinding[];
  /** What read, by name and version; null until it has. */
  readonly engine: (TextExtractor['versions'] & { readonly rules: string }) | null;
  readonly evidenceCount: number;
  readonly failureCode: ExtractionFailureCode | null;
  /** Null if it was started by itself. */
  readonly requestedByUserId: string | null;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
}

/** The passes over documents of this workspace. Whoever starts one has locked its document. */
export interface ExtractionRunRepository {
  add(run: ExtractionRun): Promise<void>;
  /** The run, or null. */
  find(id: string): Promise<ExtractionRun | null>;
  /** Stores it after this action if the one that is stored still allows the action; whether it did. */
  save(run: ExtractionRun, action: ExtractionRunAction): Promise<boolean>;
  /** The newest completed one of the same request, or null. */
  completed(documentId: string, requestHash: string): Promise<ExtractionRun | null>;
  /** The newest of a document. */
  list(documentId: string, limit: number): Promise<readonly ExtractionRun[]>;
  /** Those of a document that have not begun are not wanted any more; null stands for every request. */
  cancelQueued(documentId: string, requestHash: string | null, at: Instant): Promise<void>;
}

/** What two requests have in common that want the same. */
export const requestHashOf = ({
  versionId,
  kinds,
  languages,
  ocr,
  dateOrder,
  pages,
}: ExtractionRequest): string =>
  hexOf(
    sha256(
      utf8(JSON.stringify([versionId, [...kinds].sort(), languages, ocr, dateOrder, pages.from, pages.to])),
    ),
  );

export const newExtractionRun = (
  id: string,
  documentId: string,
  request: ExtractionRequest,
  requestedByUserId: string | null,
  at: Instant,
): ExtractionRun => ({
  id,
  documentId,
  ...request,
  requestHash: requestHashOf(request),
  status: extractionRunStates.begin('queued'),
  pagesProcessed: 0,
  pagesOcr: 0,
  pagesFailed: 0,
  findings: [],
  engine: null,
  evidenceCount: 0,
  failureCode: null,
  requestedByUserId,
  createdAt: at,
  startedAt: null,
  finishedAt: null,
});

/** What is found out about the text beside its values. */
function findingsOf({ missesLanguage, pagesFailed, pages, isTruncated }: ExtractedText): ExtractionFinding[] {
  const hasText = pages.some(({ lines }) => lines.length > 0);
  const holds: Readonly<Record<ExtractionFinding, boolean>> = {
    ocr_language_missing: missesLanguage,
    page_failed: pagesFailed > 0,
    no_text: !hasText,
    truncated: isTruncated,
  };
  return extractionFindings.filter((finding) => holds[finding]);
}

export const completedRun = (
  run: ExtractionRun,
  text: ExtractedText,
  versions: TextExtractor['versions'],
  evidenceCount: number,
  at: Instant,
): ExtractionRun => ({
  ...run,
  status: extractionRunStates.next(run.status, 'complete'),
  pagesProcessed: text.pages.length,
  pagesOcr: text.pagesOcr,
  pagesFailed: text.pagesFailed,
  findings: findingsOf(text),
  engine: { ...versions, rules: rulesVersion },
  evidenceCount,
  finishedAt: at,
});

export const begunRun = (run: ExtractionRun, at: Instant): ExtractionRun => ({
  ...run,
  status: extractionRunStates.next(run.status, 'start'),
  startedAt: at,
});

export const failedRun = (
  run: ExtractionRun,
  failureCode: ExtractionFailureCode,
  at: Instant,
): ExtractionRun => ({
  ...run,
  status: extractionRunStates.next(run.status, 'fail'),
  failureCode,
  finishedAt: at,
});
