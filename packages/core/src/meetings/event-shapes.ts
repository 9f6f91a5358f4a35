import { z } from 'zod';

export const at = () => z.iso.datetime();

/** The time before a change, so that a mail can say from when the meeting was moved. */
export const schedule = z.strictObject({
  startsAt: at().nullable(),
  durationMinutes: z.int(),
  timeZone: z.string().regex(/^(UTC|[A-Za-z0-9_+-]+\/[A-Za-z0-9_+/-]+)$/),
});
export type ScheduleBefore = z.output<typeof schedule>;

export const flat = ({ startsAt, durationMinutes, timeZone }: ScheduleBefore) => ({
  startsAtBefore: startsAt,
  durationMinutesBefore: durationMinutes,
  timeZoneBefore: timeZone,
});

/** The names of the fields that a change touched. */
export const fields = () => z.array(z.string().regex(/^[a-zA-Z]+$/));
