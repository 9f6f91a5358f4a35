import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { policyBases } from '../dates/calculation.ts';
import { noticeStates } from '../dates/notices.ts';
import { lifecycleStatuses } from '../dates/status.ts';
import type { Calculation } from './calculation.ts';

const inputDate = (what: string) => shown.date().nullable().describe(`${what}; null if there is none.`);

export const CalculationView = z
  .object({
    id: z.uuid().nullable().describe('Its id, to confirm the date by; null if it was not kept.'),
    documentId: z.uuid().describe('The id of the document.'),
    policyId: z.uuid().nullable().describe('The id of the policy that was used; null if none applies.'),
    policyRevision: z.int().nullable().describe('The revision of that policy; null without one.'),
    basis: z.enum(policyBases).nullable().describe('What that policy counts from; null without a policy.'),
    inputs: z
      .object({
        issuedOn: inputDate('When it was issued'),
        effectiveOn: inputDate('From when on it is valid'),
        statedExpiresOn: inputDate('The date that a person has stated'),
        uploadedOn: shown.date().describe('The day on which it was uploaded, in its zone.'),
        sealedOn: inputDate('The day on which it was sealed, in its zone'),
        fixedDate: inputDate('The date of the policy'),
      })
      .describe('The dates that it started from.'),
    expiresOn: shown.date().nullable().describe('The date in force; null if there is none.'),
    graceEndsOn: shown
      .date()
      .nullable()
      .describe('The last day on which it is not yet treated as expired; null without a date.'),
    status: z.enum(lifecycleStatuses).describe('What follows at that time.'),
    notices: z
      .array(
        z.object({
          daysBefore: z.int().describe('How many days before the date.'),
          at: shown.instant().describe('When it is due.'),
          state: z.enum(noticeStates).describe('What would become of it if it were planned at that time.'),
        }),
      )
      .describe('The notices, the earliest first.'),
    trace: z
      .array(z.string())
      .describe('Which way the calculation went, such as policy:folder or clamped:month_end.'),
    asOf: shown.instant().describe('The time for which it was made.'),
  })
  .meta({ id: 'LifecycleCalculation', description: 'How the date of a document comes about.' });

export const calculationView = (
  { id, inputs, notices, trace, ...calculation }: Calculation,
  isKept: boolean,
): z.input<typeof CalculationView> => ({
  ...calculation,
  id: isKept ? id : null,
  inputs: { ...inputs },
  notices: [...notices],
  trace: [...trace],
});
