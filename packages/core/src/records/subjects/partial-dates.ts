import { z } from 'zod';

const earliestYear = '1850';

const isPartialDate = (value: string): boolean => {
  const [year, month = '01', day = '01'] = value.split('-');
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${year}-${month}-${day}`);
};

/** A day, a month or a year of a life; that it lies in the future is asked of the calendar of the workspace. */
export const partialDate = () =>
  z
    .string()
    .max(10)
    .regex(/^\d{4}(-\d{2}){0,2}$/, 'Give a year, a month or a day, such as 1980, 1980-04 or 1980-04-02.')
    .refine((value) => value >= earliestYear && isPartialDate(value), {
      error: 'Give a date that exists, from 1850 on.',
    })
    .meta({ examples: ['1980-04-02'] });

/** Whether all of the earlier date lies behind the whole of the later one; parts that one of them lacks are not compared. */
export const isBefore = (earlier: string, later: string): boolean => {
  const common = Math.min(earlier.length, later.length);
  return earlier.slice(0, common) < later.slice(0, common);
};
