import { z } from 'zod';
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
    count: z.int(),
    nextCursor: z.null(),
    processor: z.enum(['embedded', 'stripe']),
    currency: z.string(),
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
