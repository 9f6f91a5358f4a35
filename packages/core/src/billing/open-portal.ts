import { z } from 'zod';
import { noCustomer } from './errors.ts';
import { action } from './ports.ts';
import { PortalSessionView } from './views.ts';
import { billingPage, webAddress, webPath } from './web-path.ts';

export const openPortal = action({
  summary: 'Open the billing portal',
  description:
    'In the portal an owner changes the payment method and fetches invoices. Without a processor it is the billing page of the web app.',
  access: { owner: 'any' },
  cli: { command: 'billing portal' },
  always: true,
  input: z.strictObject({
    returnPath: webPath().default(billingPage).describe('The path of the web app to return to.'),
  }),
  output: PortalSessionView,
  errors: [noCustomer],

  async prepare({ returnPath }, { payments, settings, transact }) {
    const { processorCustomerId } = await transact(({ billingAccounts }) => billingAccounts.get());
    if (payments.kind !== 'embedded' && processorCustomerId === null) throw noCustomer();
    return payments.createPortal(processorCustomerId, webAddress(settings.webUrl, returnPath));
  },

  run: async (_, { prepared }) => prepared,
});
