import { machine } from '../kernel/machine.ts';
import { billingInvalidState } from './errors.ts';

/** The life of a checkout. The processor may still complete one that expired here. */
export const checkoutStates = machine(billingInvalidState, ['open'], {
  open: { complete: 'complete', expire: 'expired' },
  expired: { complete: 'complete', expire: 'expired' },
  complete: {},
});
export type CheckoutStatus = (typeof checkoutStates.states)[number];

/** The life of a processor's event. One that was given up is still applied if an operator replays its job. */
export const billingEventStates = machine(billingInvalidState, ['received'], {
  received: { apply: 'applied', ignore: 'ignored', give_up: 'dead' },
  dead: { apply: 'applied', ignore: 'ignored' },
  applied: {},
  ignored: {},
});
export type BillingEventStatus = (typeof billingEventStates.states)[number];
