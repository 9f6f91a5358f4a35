import { sameJson } from '../../kernel/same-json.ts';
import type { Meeting } from '../meeting.ts';

const comparable = [
  'title',
  'description',
  'settings',
  'webinar',
  'visibility',
  'externalReference',
  'passcodeHash',
  'scheduledStartAt',
  'timeZone',
  'durationMinutes',
  'recurrence',
] as const;
/** What calendars show of a meeting: everybody who is invited is notified when it changes. */
export const shownInCalendars: ReadonlySet<string> = new Set([
  'title',
  'description',
  'visibility',
  'scheduledStartAt',
  'timeZone',
  'durationMinutes',
  'recurrence',
]);

/** The names of the fields that differ. */
export const changedFields = (before: Meeting, after: Meeting): string[] =>
  comparable
    .filter((field) => !sameJson(before[field], after[field]))
    .map((field) => (field === 'passcodeHash' ? 'passcode' : field));

/** The schedule that a meeting had, as its events report it. */
export const scheduleBefore = ({ scheduledStartAt, durationMinutes, timeZone }: Meeting) => ({
  startsAt: scheduledStartAt,
  durationMinutes,
  timeZone,
});
