import { dependencyUnavailable } from '../../kernel/errors.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import { storedContent } from '../../kernel/stored-content.ts';
import { identityNoMrzFound } from '../errors.ts';
import type { Evidence } from '../extraction/evidence/evidence.ts';
import { zoneInWords, zonesIn } from '../extraction/rules/found-zones.ts';
import type { ReadingMethod } from '../extraction/rules/read-text.ts';
import { versionToRead } from '../extraction/runs/version-to-read.ts';
import { isExtractable, type TextToExtract } from '../extraction/text-extractor.ts';
import type { LifecyclePreparing } from '../ports.ts';

/** Lines of a zone that we have read in a document, and the evidence that says where they stand. */
export interface LinesOfDocument {
  readonly lines: readonly string[];
  readonly source: ReadingMethod;
  readonly evidenceId: string;
}

const mostZones = 20;
const retryAfterSeconds = 30;

/**
 * Reads the zone of a document once more where an extraction has found it, because its lines are kept nowhere (EXT-9). It
 * passes only for lines that give what was found.
 */
export async function linesOfDocument(
  documentId: string,
  context: LifecyclePreparing,
): Promise<LinesOfDocument> {
  const { blobs } = context;
  const { found, version, wanted, asOf } = await pageOfZone(documentId, context);
  const patience = AbortSignal.timeout(context.settings.readingSeconds * 1000);
  const text = await context.textExtractor
    .extract(storedContent(blobs, version), wanted, patience)
    .catch((error: unknown) => {
      throw patience.aborted ? dependencyUnavailable({ cause: error, retryAfterSeconds }) : error;
    });
  for (const { lines, method } of text.pages) {
    const zone = zonesIn(lines, asOf).find((one) => zoneInWords(one) === found.value);
    if (zone !== undefined) return { lines: zone.lines, source: method, evidenceId: found.id };
  }
  throw identityNoMrzFound();
}

/** The surest zone that nobody has rejected, and how its page was read. */
const pageOfZone = (documentId: string, { transact }: LifecyclePreparing) =>
  transact(async ({ documentLibrary, lifecycles, evidence, extractionRuns, now, timeZones }) => {
    const filter = { kind: 'mrz' as const, status: null, runId: null, minConfidence: 0 };
    const zones = await evidence.list(documentId, filter, null, mostZones);
    const [found] = zones.filter(({ status }) => status !== 'rejected').sort(bySureness);
    const run = found === undefined ? null : await extractionRuns.find(found.runId);
    const version = run === null ? null : await versionToRead(run, documentLibrary);
    if (found === undefined || run === null || version === null || !isExtractable(version.mimeType))
      throw identityNoMrzFound();
    const { ocr, languages, createdAt: reference } = run;
    const page = found.page ?? 1;
    const pages = { from: page, to: page };
    const wanted: TextToExtract = { mimeType: version.mimeType, pages, ocr, languages, reference };
    const { timeZone } = await lifecycles.read(documentId, now);
    return { found, version, wanted, asOf: localDate(now, timeZone, timeZones) };
  });

const bySureness = (one: Evidence, other: Evidence): number => other.confidence - one.confidence;
