import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { type LabelMask, labels, labelsOf } from '../../records/index.ts';
import { findingKinds } from './finding.ts';
import { intelligenceProviders } from './provider.ts';
import type { IntelligenceRun } from './run.ts';

const about = { runId: id(), caseId: id(), labels: z.array(z.enum(labels)), version: z.int() };
type AboutRun = z.output<z.ZodObject<typeof about>>;
const ofRun = {
  target: ({ runId, version }: AboutRun) => ({ kind: 'intelligence_run', id: runId, version }),
  refs: ({ caseId }: AboutRun) => ({ caseId }),
  labels: (data: AboutRun) => data.labels,
};

/** What every event about a run says of it. */
export const aboutRun = (
  { id: runId, caseId, version }: IntelligenceRun,
  effectiveMask: LabelMask,
): AboutRun => ({
  ...{ runId, caseId, version },
  labels: [...labelsOf(effectiveMask)],
});

export const intelligenceRun = event(
  'intelligence.run',
  z.strictObject({
    ...about,
    provider: z.enum(intelligenceProviders),
    kinds: z.array(z.enum(findingKinds)),
    artifactIds: z.array(id()),
  }),
  { ...ofRun, facts: ({ provider, kinds, artifactIds }) => ({ provider, kinds, artifactIds }) },
);
export const intelligenceReviewed = event(
  'intelligence.reviewed',
  z.strictObject({ ...about, accepted: z.int(), edited: z.int(), rejected: z.int() }),
  { ...ofRun, facts: ({ accepted, edited, rejected }) => ({ accepted, edited, rejected }) },
);

/** A run waits for its provider: a job asks it, unless the request does so first. */
export const intelligenceRunQueued = event(
  'intelligence.run_queued',
  z.strictObject({ runId: id(), dueAt: z.string() }),
  null,
);
