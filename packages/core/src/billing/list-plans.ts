import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';
import { misses } from '../kernel/throttling.ts';
import { query } from './ports.ts';
import { PlanView, planView } from './views.ts';

export const listPlans = query({
  summary: 'List the plans',
  description: 'Lists the plans that are available here, smallest first, and the payment processor.',
  access: 'anyone',
  cli: { columns: ['code', 'name', 'trialDays', 'description'] },
  throttle: misses('plans_refused', 60),
  always: true,
  input: z.strictObject({}),
  output: z.object({
    plans: z.array(PlanView),
    count: shown.count(),
    nextCursor: shown.noCursor(),
    processor: z.enum(['embedded', 'stripe']).describe('Who takes the payments.'),
    currency: z.string().describe('The ISO 4217 code of the currency of all prices.'),
  }),

  async run(_, { plans: catalog, settings }) {
    const plans = catalog.plans
      .filter(({ isPublic }) => isPublic)
      .sort((a, b) => a.sortOrder - b.sortOrder)
      .map(planView);
    const currency = catalog.plans.flatMap(({ prices }) => prices)[0]?.currency ?? 'USD';
    return { plans, count: plans.length, nextCursor: null, processor: settings.billing.processor, currency };
  },
});
