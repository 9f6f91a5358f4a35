/** Why somebody opens a record that is labelled beyond confidential (records 3.4). */
export const purposes = ['professional_operations', 'treatment', 'legal_proceedings', 'emergency'] as const;
export type Purpose = (typeof purposes)[number];

/** Why somebody opens records in an emergency (governance 4.6). */
export const emergencyReasons = [
  'emergency_treatment',
  'risk_to_life',
  'safeguarding_concern',
  'court_deadline',
  'absence_of_responsible',
  'other',
] as const;
export type EmergencyReason = (typeof emergencyReasons)[number];

/** The ways in which a label of confidentiality decides who reads (records 3.1). */
interface LabelRule {
  /** Its place in a mask. */
  readonly bit: number;
  readonly purposes: readonly Purpose[];
  /** For which reasons an emergency opens it; null for none, and `any` for all. */
  readonly emergency: 'any' | readonly EmergencyReason[] | null;
}

/** Every label, the lowest ranked first; a thing without any is `standard`. */
export const labelRules = {
  confidential: { bit: 1, purposes, emergency: 'any' },
  restricted: { bit: 2, purposes, emergency: 'any' },
  executive: { bit: 128, purposes: ['professional_operations', 'legal_proceedings'], emergency: null },
  safeguarding: { bit: 32, purposes, emergency: 'any' },
  substance_use: {
    bit: 64,
    purposes: ['treatment', 'professional_operations', 'emergency'],
    emergency: ['emergency_treatment'],
  },
  psychotherapy: {
    bit: 8,
    purposes: ['treatment', 'emergency'],
    emergency: ['emergency_treatment', 'risk_to_life'],
  },
  legal_privileged: { bit: 16, purposes: ['legal_proceedings', 'professional_operations'], emergency: null },
  sealed: { bit: 4, purposes: ['legal_proceedings', 'professional_operations'], emergency: null },
} as const satisfies Readonly<Record<string, LabelRule>>;

export type Label = keyof typeof labelRules;
export const labels = Object.keys(labelRules) as readonly Label[];
export const confidentialities = ['standard', ...labels] as const;
export type Confidentiality = (typeof confidentialities)[number];

/** Labels as one number: the sum of their bits. */
export type LabelMask = number;

export const noLabels: LabelMask = 0;
export const confidentialOnly: LabelMask = labelRules.confidential.bit;
export const sealedOnly: LabelMask = labelRules.sealed.bit;

export const maskOf = (given: readonly Label[]): LabelMask =>
  given.reduce((mask, label) => mask | labelRules[label].bit, noLabels);

export const allLabels: LabelMask = maskOf(labels);
/** Every set of labels that a thing can have. */
export const allMasks: readonly LabelMask[] = Array.from({ length: allLabels + 1 }, (_, mask) => mask);

/** The labels that an emergency opens for a reason (records 3.1). */
export const openedInEmergency = (reason: EmergencyReason): LabelMask =>
  maskOf(
    labels.filter((label) => {
      const { emergency }: LabelRule = labelRules[label];
      return emergency === 'any' || (emergency?.includes(reason) ?? false);
    }),
  );

/** The masks in which this label is the highest. */
export const masksHeadedBy = (wanted: Confidentiality): readonly LabelMask[] =>
  allMasks.filter((mask) => statedLabels(mask).confidentiality === wanted);

/** The labels of a mask, the highest ranked first. */
export const labelsOf = (mask: LabelMask): readonly Label[] =>
  labels.filter((label) => (mask & labelRules[label].bit) !== 0).toReversed();

/** Whether all labels of the first mask are among those of the second. */
export const isWithin = (mask: LabelMask, other: LabelMask): boolean => (mask & ~other) === 0;

/** What is more than confidential needs clearance and a purpose, and leaves a line when it is read. */
export const isRestricted = (mask: LabelMask): boolean => !isWithin(mask, confidentialOnly);

export interface StatedLabels {
  readonly confidentiality: Confidentiality;
  readonly additionalLabels: readonly Label[];
}

/** The mask of labels as somebody states them, in whatever order. */
export const statedMask = ({ confidentiality, additionalLabels }: StatedLabels): LabelMask =>
  maskOf(confidentiality === 'standard' ? additionalLabels : [confidentiality, ...additionalLabels]);

/** The same labels in the one form in which they are shown: the highest ranked one, and the rest by rank. */
export function statedLabels(mask: LabelMask): StatedLabels {
  const [confidentiality = 'standard' as const, ...additionalLabels] = labelsOf(mask);
  return { confidentiality, additionalLabels };
}
