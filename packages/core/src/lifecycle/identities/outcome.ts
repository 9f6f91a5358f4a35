import type { PlainDate } from '../../kernel/time.ts';
import type { Comparison } from './comparison.ts';
import type { Zone } from './zones/zone.ts';

export const verificationOutcomes = [
  'verified',
  'mismatch',
  'expired',
  'invalid_document',
  'inconclusive',
] as const;
export type VerificationOutcome = (typeof verificationOutcomes)[number];

/** Who read the lines: whoever asks, or we in the text or in the picture of the document. */
export const zoneSources = ['caller', 'text_layer', 'ocr'] as const;
export type ZoneSource = (typeof zoneSources)[number];

/** A zone that was compared with what is claimed. */
export interface ComparedZone {
  readonly zone: Zone;
  readonly comparisons: readonly Comparison[];
  readonly source: ZoneSource;
  readonly asOf: PlainDate;
  readonly specimenAllowed: boolean;
}

const isBroken = ({ zone }: ComparedZone): boolean =>
  zone.checks.some(({ ok }) => !ok) || zone.findings.some((finding) => finding.startsWith('invalid_date:'));
const has =
  (result: Comparison['result']) =>
  ({ comparisons }: ComparedZone): boolean =>
    comparisons.some((comparison) => comparison.result === result);
const isExpired = ({ zone: { fields }, asOf }: ComparedZone): boolean =>
  fields.expiryDate !== null && fields.expiryDate < asOf;
const isBirthUnclear = ({ zone: { fields } }: ComparedZone): boolean =>
  fields.birthDate === null || fields.birthDate.includes('X');
const isForbiddenSpecimen = ({ zone, specimenAllowed }: ComparedZone): boolean =>
  zone.findings.includes('specimen') && !specimenAllowed;

/** The first that holds decides (IDV-3). A document is not accused of what recognition may have misread. */
const outcomes: readonly (readonly [(zone: ComparedZone) => boolean, VerificationOutcome])[] = [
  [(zone) => isBroken(zone) && zone.source === 'ocr', 'inconclusive'],
  [isBroken, 'invalid_document'],
  [has('mismatch'), 'mismatch'],
  [isExpired, 'expired'],
  [has('not_comparable'), 'inconclusive'],
  [isBirthUnclear, 'inconclusive'],
  [isForbiddenSpecimen, 'inconclusive'],
];

/** What a zone and the comparison with what is claimed amount to. A document is valid on its last day. */
export const outcomeOf = (zone: ComparedZone): VerificationOutcome =>
  outcomes.find(([holds]) => holds(zone))?.[1] ?? 'verified';
