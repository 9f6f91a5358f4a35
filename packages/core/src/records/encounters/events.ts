import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { labels, labelsOf } from '../access/labels.ts';
import type { RecordCase } from '../cases/case.ts';
import type { AboutRecord } from '../events.ts';
import { recordWebhook } from '../record-webhook.ts';
import { type Encounter, encounterStates } from './encounter.ts';

const encounterAndLabels = {
  encounterId: id(),
  caseId: id(),
  subjectId: id(),
  version: z.int(),
  labels: z.array(z.enum(labels)),
};
type AboutEncounter = z.output<z.ZodObject<typeof encounterAndLabels>>;
const targetOf = ({ encounterId, version }: AboutEncounter) => ({
  kind: 'encounter',
  id: encounterId,
  version,
});
const ofEncounter = {
  target: targetOf,
  refs: ({ caseId, subjectId }: AboutEncounter) => ({ caseId, subjectId }),
  labels: ({ labels: effective }: AboutEncounter) => effective,
};
type OfCase = Pick<RecordCase, 'primarySubjectId' | 'effectiveMask'>;

/** What every event about an encounter says of it. */
export const aboutEncounter = (
  { id: encounterId, caseId, ownMask, version }: Pick<Encounter, 'id' | 'caseId' | 'ownMask' | 'version'>,
  { primarySubjectId, effectiveMask }: OfCase,
): AboutEncounter => ({
  ...{ encounterId, caseId, version },
  subjectId: primarySubjectId,
  labels: [...labelsOf(ownMask | effectiveMask)],
});

/** What lines about records of any kind say of an encounter. */
export const recordOfEncounter = (
  { id: encounterId, caseId, ownMask }: Pick<Encounter, 'id' | 'caseId' | 'ownMask'>,
  { primarySubjectId, effectiveMask }: OfCase,
): AboutRecord => ({
  record: { kind: 'encounter', id: encounterId, subjectId: primarySubjectId, caseId, artifactId: null },
  labels: [...labelsOf(ownMask | effectiveMask)],
});

export const encounterCreated = event(
  'encounter.created',
  z.strictObject({ ...encounterAndLabels, title: z.string() }),
  { ...ofEncounter, detail: ({ title }) => ({ title }) },
);
export const encounterUpdated = event(
  'encounter.updated',
  z.strictObject({
    ...encounterAndLabels,
    before: z.record(z.string(), z.json()),
    after: z.record(z.string(), z.json()),
  }),
  {
    ...ofEncounter,
    facts: ({ after }) => ({ changed: Object.keys(after).sort() }),
    detail: ({ before, after }) => ({ before, after }),
  },
);
export const encounterStatusChanged = event(
  'encounter.status_changed',
  z.strictObject({
    ...encounterAndLabels,
    from: z.enum(encounterStates.states),
    to: z.enum(encounterStates.states),
    reason: z.string().nullable(),
  }),
  {
    ...ofEncounter,
    facts: ({ from, to }) => ({ from, to }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
  {
    webhook: recordWebhook(targetOf),
  },
);
/** Reading what is labelled beyond confidential leaves a line (REC-6). */
export const encounterRead = event('encounter.read', z.strictObject(encounterAndLabels), ofEncounter);
