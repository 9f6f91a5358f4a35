import { plusDays } from './time.ts';

/** What stands in the examples of the contract and in messages: one value for each form, the same everywhere. */
export const exampleValues = {
  id: '0197c0de-5f3a-7c1e-9b52-3f1d2a4b6c8d',
  email: 'ada@example.com',
  /** When something happened. */
  happenedAt: '2026-05-04T09:30:00.000Z',
  /**
   * When something planned begins, in the guides too. It stands still, so that no generated file changes from day to day.
   * A year before it has passed its test asks to move it on; what is planned may begin at most five years ahead (MTG-3).
   */
  plannedAt: '2031-05-05T09:30:00.000Z',
} as const;

/** So many days after the beginning of what is planned. */
export const plannedExample = (daysLater = 0): string => plusDays(exampleValues.plannedAt, daysLater);
