import { lifecycleOffice } from './lifecycle-office.ts';
import type { Person } from './world.ts';

/** An office in which documents are renewed. */
export async function renewingOffice(over: Parameters<typeof lifecycleOffice>[0] = {}) {
  const here = await lifecycleOffice(over);
  const { lifecycle, owner } = here;
  const open = async (documentId: string, input: object = {}, as: Person = owner) =>
    (await lifecycle.openRenewal({ documentId, ...input }, as.session)).renewal;
  const update = async (caseId: string, action: string, input: object = {}, as: Person = owner) =>
    (await lifecycle.updateRenewal({ caseId, action: action as 'start', ...input }, as.session)).renewal;
  const submit = (caseId: string, replacementDocumentId: string, as: Person = owner) =>
    update(caseId, 'submit_replacement', { replacementDocumentId }, as);
  const decide = (caseId: string, input: object = {}, as: Person = here.admin) =>
    lifecycle.approveReplacement({ caseId, decision: 'approve', ...input }, as.session);
  const list = async (input: object = {}, as: Person = owner) =>
    (await lifecycle.listRenewals(input, as.session)).renewals;
  /** A document, its replacement, and the renewal that waits for approval; the owner submitted it. */
  const submitted = async (input: object = {}) => {
    const [old, fresh] = [await here.upload(input), await here.upload({ name: 'Policy 2028' })];
    const { id: caseId } = await open(old.id);
    await submit(caseId, fresh.id);
    return { old, fresh, caseId };
  };
  /** Has the worker plan and do what is due. */
  const tick = async () => {
    await here.worker.run('lifecycle.plan');
    await here.worker.run('lifecycle.start_actions');
  };
  return { ...here, open, update, submit, decide, list, submitted, tick };
}
