import { identity, operate, workspace } from '@chancery/core';
import {
  answerCommand,
  complain,
  type Given,
  reasonFault,
  textOf,
  userNameFault,
  workspaceIdForm,
} from './answer-command.ts';
import type { Environment } from './configuration.ts';

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

  return answerCommand(environment, ({ chancery }) =>
    operate(
      chancery.ports,
      workspaceId,
      async (work) => {
        if (!(await work.closures.exists()))
          throw identity.workspaceNotFound({ message: 'There is no such workspace.' });
        if (name === 'workspace appoint-owner') {
          const account = await identity.operator.accountNamed(user, work);
          const member = await operator.appointOwner(work, account);
          return { workspaceId, member: { userId: member.id, role: member.role, status: member.status } };
        }
        const step = {
          'workspace suspend': operator.suspendWorkspace,
          'workspace reinstate': operator.reinstateWorkspace,
        }[name];
        const { status } = await (step ?? operator.takeCustody)(work, reason);
        return { workspaceId, status };
      },
      'identity',
    ),
  );
}
