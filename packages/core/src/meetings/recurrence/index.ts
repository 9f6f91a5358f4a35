export * from './checked-recurrence.ts';
export * from './placement.ts';
export * from './portability.ts';
export * from './recurrence-split.ts';
export * from './rezoned-until.ts';
export * from './rule.ts';
export * from './rule-in-words.ts';
export * from './series.ts';
