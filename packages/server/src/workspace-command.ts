import { operate } from '@chancery/core';
import { identity, workspace } from '@chancery/core/internal';
import {
  answerCommand,
  complain,
  type Given,
  reasonFault,
  textOf,
  userNameFault,
  workspaceIdForm,
} from './command-answer.ts';
import type { Environment } from './configuration.ts';
import { requireWorkspace } from './existing-workspace.ts';

const { operator } = workspace;

/** The commands `workspace suspend|reinstate|take-custody|appoint-owner`, in the name of an operator. */
export async function workspaceCommand(
  environment: Environment,
  name: string,
  given: Given,
): Promise<number> {
  const workspaceId = textOf(given.workspaceId);
  const reason = textOf(given.reason);
  const user = textOf(given.user);
  const fault =
    (workspaceIdForm.test(workspaceId) ? null : 'Give the id of a workspace.') ??
    reasonFault(reason) ??
    (name === 'workspace appoint-owner' ? userNameFault(user) : null);
  if (fault !== null) return complain(2, fault);

  return answerCommand(environment, async ({ chancery }) => {
    await requireWorkspace(chancery, workspaceId);
    const { ports } = chancery;
    const inWorkspace = <T>(work: (context: workspace.operator.OperatorWork) => Promise<T>) =>
      operate(ports, workspace.ports, workspaceId, work, 'identity');
    if (name === 'workspace appoint-owner') {
      const account = await operate(
        ports,
        identity.ports,
        null,
        (work) => identity.operator.accountNamed(user, work),
        'identity',
      );
      const { id, role, status } = await inWorkspace((work) => operator.appointOwner(work, account));
      return { workspaceId, member: { userId: id, role, status } };
    }
    const step = {
      'workspace suspend': operator.suspendWorkspace,
      'workspace reinstate': operator.reinstateWorkspace,
    }[name];
    const { status } = await inWorkspace((work) => (step ?? operator.takeCustody)(work, reason));
    return { workspaceId, status };
  });
}
