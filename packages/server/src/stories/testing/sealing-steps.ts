/** Where a process can be lost: around the transactions of completion and sealing, and around the mails. */
export const usualSealingSteps = [
  'before completed, seal queued 1',
  'after completed, seal queued 1',
  'before sealed, seal sealed 1',
  'after sealed, seal sealed 1',
  'after mailing a copy 1',
] as const;

/** Between these, where less is written than at the step that follows. */
export const furtherSealingSteps = [
  'after completed, seal sealing 1',
  'after sealing 1',
  'before storing 1',
  'after storing 1',
  'after storing 2',
  'before mailing a copy 1',
] as const;

export const allSealingSteps: readonly string[] = [...usualSealingSteps, ...furtherSealingSteps];

/** Who is killed between handing on a mail and noting it hands on the same mail again. */
export const mailsTwice = (step: string): boolean => step === 'after mailing a copy 1';
