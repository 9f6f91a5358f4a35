import type { DocumentVersion } from '../../../documents/index.ts';
import { localDate } from '../../../kernel/plain-dates.ts';
import type { FollowUpContext } from '../../../kernel/reacting-context.ts';
import { storedContent } from '../../../kernel/stored-content.ts';
import { extractionCompleted, extractionFailed, extractionRequested } from '../../events.ts';
import { extractionJobs } from '../../jobs.ts';
import { type LifecyclePorts, type LifecycleReacting, reaction } from '../../ports.ts';
import { keptTexts } from '../../search/kept-texts.ts';
import { newEvidence } from '../evidence/evidence.ts';
import { type Proposal, proposalsIn } from '../rules/proposals.ts';
import { type ExtractedText, isExtractable } from '../text-extractor.ts';
import {
  begunRun,
  completedRun,
  type ExtractionFailureCode,
  type ExtractionRun,
  extractionRunStates,
  failedRun,
} from './extraction-run.ts';
import { versionToRead } from './version-to-read.ts';

/** More proposals than these help nobody. */
const mostProposals = 1000;

/** Reads the document of a run and proposes what it finds. What was recognized in pictures is kept to find the document by. */
export const extractDocument = reaction(
  extractionRequested,
  {
    topic: 'lifecycle.extract',
    policy: extractionJobs,
    givenUp: ({ runId }, context) => ended(runId, 'extraction.unavailable', context),
  },
  async ({ runId, documentId }, context) => {
    const begun = await beginning(runId, documentId, context);
    if (begun === null) return;
    const { run, version, createdAt, asOf } = begun;
    if (!isExtractable(version.mimeType)) return ended(runId, 'extraction.unavailable', context);
    const { textExtractor, blobs } = context;
    const { languages, ocr, pages, kinds, dateOrder } = run;
    const wanted = { mimeType: version.mimeType, pages, ocr, languages, reference: createdAt };
    const text = await textExtractor.extract(storedContent(blobs, version), wanted);
    if (text.encrypted) return ended(runId, 'extraction.encrypted', context);
    const found = proposalsIn(text.pages, { kinds, dateOrder, asOf }).slice(0, mostProposals);
    await completed(run, text, found, context);
  },
);

interface Begun {
  readonly run: ExtractionRun;
  readonly version: DocumentVersion;
  readonly createdAt: string;
  readonly asOf: string;
}

/** The run as it works; null if nobody wants it any more. A job that comes again goes on with what runs. */
const beginning = (
  runId: string,
  documentId: string,
  { transact }: LifecycleReacting,
): Promise<Begun | null> =>
  transact(async (work) => {
    const { documentLibrary, extractionRuns, lifecycles, now, timeZones } = work;
    const document = await documentLibrary.get(documentId, 'for update');
    const found = await extractionRuns.find(runId);
    if (found === null || extractionRunStates.isFinal(found.status)) return null;
    // What waits is cancelled with the document; what has begun, or is to read a version that is gone, fails.
    if (document?.status !== 'active') await extractionRuns.cancelQueued(documentId, null, now);
    const version = document?.status === 'active' ? await versionToRead(found, documentLibrary) : null;
    if (document === null || version === null) {
      await failed(found, 'extraction.unavailable', work);
      return null;
    }
    const run = extractionRunStates.can(found.status, 'start') ? begunRun(found, now) : found;
    if (run !== found) await extractionRuns.save(run, 'start');
    const { timeZone } = await lifecycles.read(documentId, now);
    return { run, version, createdAt: document.createdAt, asOf: localDate(now, timeZone, timeZones) };
  });

const completed = (
  run: ExtractionRun,
  text: ExtractedText,
  found: readonly Proposal[],
  { transact, textExtractor }: LifecycleReacting,
): Promise<void> =>
  transact(async ({ documentLibrary, documentSearch, extractionRuns, evidence, now, newId, emit }) => {
    const { id: runId, documentId } = run;
    const document = await documentLibrary.get(documentId, 'for update');
    if (document === null || document.status === 'disposed') return;
    const after = completedRun(run, text, textExtractor.versions, found.length, now);
    if (!(await extractionRuns.save(after, 'complete'))) return;
    await evidence.supersede(documentId, runId);
    await evidence.add(found.map((proposal) => newEvidence(newId(), run, proposal, now)));
    await documentSearch.keep(documentId, keptTexts(text.pages.filter(({ method }) => method === 'ocr')));
    const { visibility } = document;
    emit(extractionCompleted, { runId, documentId, evidenceCount: found.length, visibility });
  });

const ended = (
  runId: string,
  failureCode: ExtractionFailureCode,
  { transact }: Pick<LifecycleReacting, 'transact'>,
): Promise<void> =>
  transact(async (work) => {
    const run = await work.extractionRuns.find(runId);
    if (run !== null && extractionRunStates.can(run.status, 'fail')) await failed(run, failureCode, work);
  });

async function failed(
  run: ExtractionRun,
  failureCode: ExtractionFailureCode,
  { extractionRuns, now, emit }: Pick<LifecyclePorts & FollowUpContext, 'extractionRuns' | 'now' | 'emit'>,
): Promise<void> {
  if (await extractionRuns.save(failedRun(run, failureCode, now), 'fail'))
    emit(extractionFailed, { runId: run.id, documentId: run.documentId, failureCode });
}
