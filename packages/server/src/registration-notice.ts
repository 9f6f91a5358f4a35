import { operate } from '@chancery/core';
import { identity } from '@chancery/core/internal';
import type { Application } from './application.ts';
import { isLoopback } from './variables.ts';

/** Says at each start who may register, where that may surprise: strangers, or nobody at all (AUT-14). */
export async function tellWhoMayRegister({
  chancery,
  configuration,
  log,
}: Pick<Application, 'chancery' | 'configuration' | 'log'>): Promise<void> {
  const { registration } = configuration.settings;
  const isPrivate = isLoopback(new URL(configuration.baseUrl).hostname);
  if (registration === 'open' && !isPrivate) {
    log.warn(
      { registration },
      'everybody who reaches this installation may register; see CHANCERY_REGISTRATION',
    );
    return;
  }
  if (registration === 'open') return;
  const who = registration === 'closed' ? 'nobody may register' : 'only the invited may register';
  log.info({ registration }, `${who}; see CHANCERY_REGISTRATION`);
  if (await hasAccounts(chancery)) return;
  log.warn(
    { registration },
    `there is no account yet and ${who}: make the first owner with \`chancery init --first-owner <address>\``,
  );
}

const hasAccounts = ({ ports }: Application['chancery']): Promise<boolean> =>
  operate(
    ports,
    identity.ports,
    null,
    async ({ accounts }) => (await accounts.oldest(1)).length > 0,
    'identity',
  );
