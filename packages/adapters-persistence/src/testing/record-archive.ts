import { longSessions } from './invitations.ts';
import { recordOffice } from './record-office.ts';

const policyInput = {
  code: 'ten_years',
  name: 'Ten years',
  trigger: 'case_closed',
  period: 'P10Y',
  action: 'destroy',
  legalBasis: 'Section 630f of the civil code',
} as const;

/** An office whose member Bo keeps the records, with policies, holds and cases that are closed. */
export async function recordArchive(over: Parameters<typeof recordOffice>[0] = {}) {
  const here = await recordOffice({ ...longSessions, ...over });
  const { chancery, owner, bo, worker } = here;
  const { governance, records } = chancery;
  await here.clear(bo, 0, ['records_manager']);
  const policy = async (input: object = {}, as = bo) =>
    (await governance.createRetentionPolicy({ ...policyInput, ...input }, as.session)).policy;
  const activate = (policyId: string, input: object = {}, as = bo) =>
    governance.activateRetentionPolicy({ policyId, reason: 'It was decided', ...input }, as.session);
  const assign = (policyId: string, target: object, input: object = {}, as = bo) =>
    governance.assignRetentionPolicy(
      { policyId, target: target as { kind: 'workspace' }, reason: 'It was decided', ...input },
      as.session,
    );
  /** An active policy, assigned to everything. */
  const usual = async (input: object = {}) => {
    const { id } = await policy(input);
    await activate(id);
    await assign(id, { kind: 'workspace' });
    await worker.drain();
    return id;
  };
  const move = (caseId: string, status: string, as = owner) =>
    records.transitionCase(
      { caseId, status: status as 'closed', reason: 'Done', closureOutcome: 'Agreed' },
      as.session,
    );
  const closed = async (input: object = {}) => {
    const { id } = await here.open(input, owner);
    await move(id, 'active');
    await move(id, 'closed');
    await worker.drain();
    return id;
  };
  const see = (input: object = {}, as = bo) => governance.listRetention(input, as.session);
  const clockOf = async (caseId: string) => (await see()).clocks.find((each) => each.caseId === caseId);
  const hold = async (input: object = {}, as = bo) =>
    (
      await governance.placeRecordHold(
        { name: 'Smith v. Jones', reason: 'A claim was made', scope: { entireWorkspace: true }, ...input },
        as.session,
      )
    ).hold;
  const ours = [here.owner, here.admin, here.bo, here.cy].map(({ email }) => email);
  /** To whom mails about the end of records went, and their subjects. */
  const mails = () =>
    here.ports.mail.sent
      .filter(({ to, subject }) => ours.includes(to.address) && subject.startsWith("Ada's workspace: "))
      .map(({ to, subject }) => `${to.address} ${subject}`);
  return { ...here, governance, policy, activate, assign, usual, move, closed, see, clockOf, hold, mails };
}
