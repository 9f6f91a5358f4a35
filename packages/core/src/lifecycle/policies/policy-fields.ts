import { z } from 'zod';
import { date, email, id, multiline, timeZone, visibleName } from '../../kernel/shapes.ts';
import { policyBases } from '../dates/calculation.ts';
import { distinct } from '../types/type-fields.ts';
import { mostNotices, noticeRecipients, retentionTriggers } from './expiration-policy.ts';

export const policyId = () => id().describe('The id of the expiration policy.');

/** Dates of documents lie in these years, so that no calculation leaves the calendar of four digits. */
export const documentDate = () =>
  date().refine((value) => value >= '1900-01-01' && value <= '2199-12-31', {
    error: 'Give a date of the years 1900 to 2199.',
    params: { code: 'field.out_of_range' },
  });

const duration = () =>
  z
    .strictObject({
      years: z.int().min(0).max(100).default(0).describe('Years, which are added first.'),
      months: z.int().min(0).max(1200).default(0).describe('Months, which are added with the years.'),
      days: z.int().min(0).max(36_500).default(0).describe('Days, which are added last.'),
    })
    .refine(({ years, months, days }) => years + months + days > 0, {
      error: 'Give a duration of at least one day.',
      params: { code: 'field.out_of_range' },
    })
    .meta({ examples: [{ years: 1 }] });

const notice = () =>
  z.strictObject({
    daysBefore: z
      .int()
      .min(-365)
      .max(730)
      .describe('How many days before the date; 0 is on it, and less than 0 after it.'),
    recipients: distinct(z.enum(noticeRecipients), noticeRecipients.length)
      .min(1)
      .default(['lifecycle_owner'])
      .describe('Who gets it.'),
    emails: distinct(email(), 5)
      .default([])
      .describe(
        'Addresses, for the recipient custom: of members, or of others too if the settings allow that.',
      ),
  });

/** What a policy says if nobody says otherwise. */
export const usualNotices = [60, 30, 7, 0].map((daysBefore) => ({
  daysBefore,
  recipients: ['lifecycle_owner' as const],
  emails: [],
}));

const retention = () =>
  z.strictObject({
    trigger: z.enum(retentionTriggers).describe('What the period is counted from.'),
    months: z.int().min(0).max(1200).describe('How many months it lasts.'),
    approvals: z.int().min(1).max(2).default(1).describe('How many people have to approve the destruction.'),
    coolOffDays: z
      .int()
      .min(0)
      .max(30)
      .default(7)
      .describe('How many days lie between the last approval and the destruction.'),
  });

/** What can be said about a policy. */
export const policyFields = {
  name: visibleName(120)
    .describe(
      'The name of the policy, unique among those that are not archived; letter case makes no difference.',
    )
    .meta({ examples: ['Insurance, yearly'] }),
  description: multiline(1000).nullable().describe('What the policy is for; null for nothing.'),
  basis: z
    .enum(policyBases)
    .describe('What the date is counted from; with document_date, people state the date of each document.')
    .meta({ examples: ['document_date'] }),
  duration: duration()
    .nullable()
    .describe('What is added, for a basis that ends in _plus; null for every other.'),
  fixedDate: documentDate().nullable().describe('The date of the basis fixed_date; null for every other.'),
  graceDays: z
    .int()
    .min(0)
    .max(365)
    .describe('For how many days after its date a document is not yet treated as expired.'),
  notices: z
    .array(notice())
    .max(mostNotices)
    .refine((notices) => new Set(notices.map(({ daysBefore }) => daysBefore)).size === notices.length, {
      error: 'Give each number of days once.',
      params: { code: 'field.duplicate' },
    })
    .describe('When notices are sent, and to whom.'),
  noticeLocalTime: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give a time such as 09:00.')
    .describe('The time of day of notices, in the zone of the document.')
    .meta({ examples: ['09:00'] }),
  timeZone: timeZone().nullable().describe('The zone in which days begin; null is that of the workspace.'),
  requireConfirmation: z
    .boolean()
    .describe('Whether a date counts in full only once a person has confirmed it.'),
  openRenewalDaysBefore: z
    .int()
    .min(0)
    .max(730)
    .nullable()
    .describe('How many days before the date a renewal is opened; null opens none.'),
  revokeSharesOnExpiry: z
    .boolean()
    .describe('Whether the shares of a document end once it has expired and its grace is over.'),
  retention: retention()
    .nullable()
    .describe('How long documents are kept; null keeps none and proposes none for destruction.'),
};
