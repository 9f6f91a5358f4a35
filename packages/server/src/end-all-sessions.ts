import { operate } from '@chancery/core';
import { identity } from '@chancery/core/internal';
import { noProgress, type Progress, progressOn } from './backup/progress.ts';
import { type Given, print, runCommand } from './command-answer.ts';
import type { Environment } from './configuration.ts';
import { type Ask, atTerminal, refused } from './confirmation.ts';

const { operator } = identity;
type Work = identity.operator.OperatorWork;

/**
 * The command `users end-sessions` ends what opens an account without a new sign-in, of every account: sessions, known devices
 * and calendar feeds. It says first how many people are signed in, and acts only when somebody confirms it or `--yes` does.
 * It takes a hundred accounts at a time beside running servers; whoever stops it half-way runs it again.
 */
export function endAllSessions(
  environment: Environment,
  given: Given,
  ask: Ask = atTerminal(),
): Promise<number> {
  const [isSure, onlyJson] = [given.yes === true, given.json === true];
  return runCommand(environment, async (application) => {
    await application.openRoot();
    await application.openLedger();
    const run = <T>(step: (work: Work) => Promise<T>): Promise<T> =>
      operate(application.chancery.ports, identity.ports, null, step, 'identity');
    const signedIn = await run(({ accounts, now }) => accounts.countSignedIn(now));
    if (onlyJson && !isSure) {
      print({ ended: false, signedIn });
      return 0;
    }

    if (!onlyJson) process.stderr.write(preview(signedIn));
    const refusal = isSure ? null : await refused('end', ask);
    if (refusal !== null) return refusal;
    const progress = onlyJson ? noProgress : progressOn(process.stderr);
    print({ ended: true, ...(await ended(run, progress)) });
    return 0;
  });
}

const preview = ({ people, sessions }: { readonly people: number; readonly sessions: number }): string =>
  [
    'This ends at once, of every account:',
    `  ${sessions} sessions of ${people} people: everybody must sign in again`,
    '  known devices and calendar feeds: everybody subscribes to their feed again',
    'Passwords, second factors, recovery codes, API keys and links of invitations stay as they are.',
    '',
  ].join('\n');

async function ended(
  run: <T>(step: (work: Work) => Promise<T>) => Promise<T>,
  progress: Progress,
): Promise<{ readonly accounts: number; readonly sessions: number }> {
  const behind = (id: string | null) => run((work) => operator.endSessionsBehind(id, work));
  let [accounts, sessions] = [0, 0];
  for (let done = await behind(null); ; done = await behind(done.last)) {
    accounts += done.accounts;
    sessions += done.sessions;
    progress.tell(`${accounts} accounts looked at, ${sessions} sessions ended`);
    if (done.last === null) break;
  }
  progress.end();
  return { accounts, sessions };
}
