import { operate } from '@chancery/core';
import { identity } from '@chancery/core/internal';
import { type Given, print, runCommand } from './command-answer.ts';
import type { Environment } from './configuration.ts';
import { type Ask, atTerminal, unconfirmed } from './confirmation.ts';
import { noProgress, type Progress, progressOn } from './progress.ts';

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
  return runCommand(environment, async (application) => {
    await application.openRoot();
    await application.openLedger();
    const run = <T>(step: (work: Work) => Promise<T>): Promise<T> =>
      operate(application.chancery.ports, identity.ports, null, step, 'identity');
    const signedIn = await run(({ sessions, now }) => sessions.countLive(now));
    const exitCode = await unconfirmed('end', given, ask, {
      text: preview(signedIn),
      json: { ended: false, signedIn },
    });
    if (exitCode !== null) return exitCode;
    const progress = given.json === true ? noProgress : progressOn(process.stderr);
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
