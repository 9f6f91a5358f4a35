import { operate } from '@chancery/core';
import { identity } from '@chancery/core/internal';
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

const { operator } = identity;
type Work = identity.operator.OperatorWork;

/** The commands `users verify|suspend|reinstate|deactivate|sessions|reset-factors`, in the name of an operator. */
export async function usersCommand(environment: Environment, name: string, given: Given): Promise<number> {
  const user = textOf(given.user);
  const reason = textOf(given.reason);
  const closeWorkspaceIds = idsOf(given.closeWorkspaces);
  const suspendWorkspaceIds = idsOf(given.suspendWorkspaces);
  const fault =
    userNameFault(user) ??
    reasonFault(reason) ??
    idsFault('--close-workspaces', closeWorkspaceIds) ??
    idsFault('--suspend-workspaces', suspendWorkspaceIds);
  if (fault !== null) return complain(2, fault);

  return answerCommand(environment, ({ chancery }) =>
    operate(
      chancery.ports,
      identity.ports,
      null,
      async (work) => {
        const account = await operator.accountNamed(user, work);
        const done = await step(
          name,
          account,
          { reason, closeWorkspaceIds, suspendWorkspaceIds, ends: given.end === true },
          work,
        );
        const { id: userId, status } = await work.accounts.get(account.id);
        return { userId, status, ...done };
      },
      'identity',
    ),
  );
}

const idsOf = (given: unknown): readonly string[] => textOf(given).split(',').filter(Boolean);
const idsFault = (flag: string, ids: readonly string[]): string | null =>
  ids.every((id) => workspaceIdForm.test(id)) ? null : `Give ${flag} as ids separated by commas.`;

interface Terms {
  readonly reason: string;
  readonly closeWorkspaceIds: readonly string[];
  readonly suspendWorkspaceIds: readonly string[];
  readonly ends: boolean;
}

async function step(name: string, account: identity.Account, terms: Terms, work: Work): Promise<object> {
  switch (name) {
    case 'users verify':
      await operator.verifyAccount(account, work);
      return { emailVerified: true };
    case 'users suspend':
      return operator.suspendAccount(account, terms, work);
    case 'users reinstate':
      await operator.reinstateAccount(account, terms.reason, work);
      return {};
    case 'users deactivate':
      return { closedWorkspaceIds: await operator.deactivateByHost(account, terms, work) };
    case 'users reset-factors':
      return { endedSessions: await operator.resetFactorsByHost(account, work) };
    default: {
      const sessions = await operator.sessionsOf(account, work);
      if (!terms.ends) return { sessions };
      return { sessions, endedSessions: await operator.endSessionsByHost(account, work) };
    }
  }
}
