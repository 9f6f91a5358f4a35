import { billing } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const billingRoutes = routes(
  billing,
  {
    listPlans: 'GET /api/v1/plans 200',
    getCapabilities: 'GET /api/v1/billing/capabilities 200',
    getBilling: 'GET /api/v1/billing/me 200',
    createCheckout: 'POST /api/v1/billing/checkout 200',
    openPortal: 'POST /api/v1/billing/portal 200',
    changePlan: 'POST /api/v1/billing/change-plan 200',
    cancelSubscription: 'POST /api/v1/billing/cancel 200',
    resumeSubscription: 'POST /api/v1/billing/resume 200',
    receiveStripeEvent: 'POST /api/v1/billing/webhooks/stripe 200',
  },
  {
    listPlans: {
      answers: {
        'Cache-Control': { description: 'Plans change seldom.', valueOf: () => 'max-age=300' },
      },
    },
  },
);
