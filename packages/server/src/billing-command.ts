import { type ChanceryPorts, identity, operate } from '@chancery/core';
import { billing } from '@chancery/core/internal';
import { answerCommand, complain, type Given } from './command-answer.ts';
import type { Environment } from './configuration.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The commands `billing mark-paid|reconcile` and `workspace plan|override`: one JSON document on the standard output.
 * The exit code is 2 if the command makes no sense, 4 if the thing does not exist, 5 if it is in another state.
 */
export async function billingCommand(
  environment: Environment,
  name: string,
  given: Given = {},
): Promise<number> {
  const fault = faultOf(name, given);
  if (fault !== null) return complain(2, fault);
  return answerCommand(environment, async ({ chancery, worker }) => {
    if (name !== 'billing reconcile') return answerOf(chancery.ports, name, given);
    await worker.run('billing.reconcile');
    return { compared: true };
  });
}

const valueForm = /^(true|false|unlimited|none|\d{1,15})$/;

function faultOf(name: string, { workspaceId, value, reason, expiresAt }: Given): string | null {
  if (name.startsWith('workspace ') && !/^workspace_[a-z2-7]{26}$/.test(text(workspaceId)))
    return 'Give the id of a workspace.';
  if (name !== 'workspace override') return null;
  if (!valueForm.test(text(value))) return 'Give true or false, a whole number, unlimited or none.';
  if (text(reason) === '' || text(reason).length > 500) return 'Give --reason of at most 500 characters.';
  if (expiresAt !== undefined && Number.isNaN(Date.parse(text(expiresAt))))
    return 'Give --expires-at as an instant such as 2026-12-31T00:00:00Z.';
  return null;
}

async function answerOf(ports: ChanceryPorts, name: string, given: Given): Promise<object> {
  if (name === 'billing mark-paid') return markPaid(ports, text(given.invoice));
  const workspaceId = text(given.workspaceId);
  const known = await operate(
    ports,
    billing.ports,
    null,
    ({ billingSweeps }) => billingSweeps.all(),
    'identity',
  );
  if (!known.includes(workspaceId))
    throw identity.workspaceNotFound({ message: 'There is no such workspace.' });
  if (name === 'workspace plan') {
    const planCode = text(given.planCode);
    await operate(
      ports,
      billing.ports,
      workspaceId,
      (work) => billing.assignPlan(work, planCode),
      'identity',
    );
    return { workspaceId, planCode };
  }
  const { value, reason, expiresAt } = given;
  const override = {
    code: text(given.code),
    value: readValue(text(value)),
    reason: text(reason),
    expiresAt: expiresAt === undefined ? null : new Date(text(expiresAt)).toISOString(),
  };
  const overrides = await operate(
    ports,
    billing.ports,
    workspaceId,
    (work) => billing.overrideEntitlement(work, override),
    'identity',
  );
  return { workspaceId, overrides };
}

/** An id names one invoice, but several workspaces may have the same number. */
async function markPaid(ports: ChanceryPorts, invoice: string): Promise<object> {
  const where = await operate(
    ports,
    billing.ports,
    null,
    ({ billingSweeps }) => billingSweeps.workspaceOfInvoice(invoice),
    'identity',
  );
  const [workspaceId, ...others] = where;
  if (workspaceId === undefined) throw billing.invoiceNotFound();
  if (others.length > 0) throw billing.invoiceAmbiguous();
  const transact = <T>(work: (context: billing.WorkspaceWork) => Promise<T>) =>
    operate(ports, billing.ports, workspaceId, work, 'identity');
  const paid = await billing.markInvoicePaid(workspaceId, { payments: ports.payments, transact }, invoice);
  return { workspaceId, invoice: { id: paid.id, number: paid.number, status: paid.status } };
}

function readValue(value: string): boolean | number | null | undefined {
  if (value === 'none') return undefined;
  if (value === 'unlimited') return null;
  return value === 'true' || value === 'false' ? value === 'true' : Number(value);
}
