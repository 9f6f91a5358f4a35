export type { WorkspaceWork } from './each-workspace.ts';
export * from './index.ts';
export { assignPlan, markInvoicePaid, overrideEntitlement } from './operator-steps.ts';
export { creditLine, periodLine, prorationLines } from './proration.ts';
