import { z } from 'zod';
import { billingIntervals, featureCodes, limitCodes, type PlanCatalog } from '../kernel/entitlements.ts';
import { catalogOf } from './plans.ts';

const price = z.strictObject({
  interval: z.enum(billingIntervals),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Give an ISO 4217 code such as EUR.'),
  unitAmount: z.int().min(0).max(100_000_000),
  perSeat: z.boolean(),
});

const plan = z.strictObject({
  code: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Give a code such as team.'),
  name: z.string().min(1).max(80),
  description: z.string().max(500),
  isPublic: z.boolean(),
  sortOrder: z.int(),
  trialDays: z.int().min(0).max(90),
  prices: z
    .array(price)
    .max(2)
    .refine((prices) => new Set(prices.map(({ interval }) => interval)).size === prices.length, {
      error: 'Give at most one price for each interval.',
    }),
  features: z.record(z.enum(featureCodes), z.boolean()),
  limits: z.record(z.enum(limitCodes), z.int().min(0).nullable()),
});

/** The plan file names every feature and limit of every plan, so that nothing is granted by an omission. */
const planFile = z.strictObject({ plans: z.array(plan).min(1).max(50) }).superRefine(({ plans }, context) => {
  const codes = plans.map(({ code }) => code);
  for (const needed of ['free', 'self_hosted'])
    if (!codes.includes(needed))
      context.addIssue({ code: 'custom', path: ['plans'], message: `There must be a plan ${needed}.` });
  if (new Set(codes).size !== codes.length)
    context.addIssue({ code: 'custom', path: ['plans'], message: 'Each code may occur only once.' });
  if (new Set(plans.flatMap(({ prices }) => prices.map(({ currency }) => currency))).size > 1)
    context.addIssue({ code: 'custom', path: ['plans'], message: 'All prices must be in one currency.' });
});

/** Reads the plans of a file; throws a `PlanFileFault` that names the first invalid place. */
export function readPlanFile(text: string): PlanCatalog {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new PlanFileFault('it is not JSON');
  }
  const read = planFile.safeParse(json);
  if (read.success) return catalogOf(read.data.plans);
  const [issue] = read.error.issues;
  throw new PlanFileFault(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

export class PlanFileFault extends Error {
  override readonly name = 'PlanFileFault';
}
