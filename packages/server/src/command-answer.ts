import { Failure } from '@chancery/core';
import { type Application, openApplication } from './application.ts';
import { type Environment, loadConfiguration } from './configuration.ts';
import { openLog } from './log.ts';

/**
 * Runs a host command that answers with one JSON document on the standard output. The exit code is 4 if the thing does not
 * exist and 5 if it is in another state; the reason and its details go to the standard error.
 */
export const answerCommand = (
  environment: Environment,
  answer: (application: Application) => Promise<object>,
): Promise<number> =>
  runCommand(environment, async (application) => {
    await application.openRoot();
    await application.openLedger();
    print(await answer(application));
    return 0;
  });

/** Runs a host command that says by itself with which exit code it ends; failures end it as `answerCommand` says. */
export async function runCommand(
  environment: Environment,
  work: (application: Application) => Promise<number>,
): Promise<number> {
  const configuration = loadConfiguration(environment);
  const application = await openApplication(configuration, openLog(configuration.logLevel));
  try {
    return await work(application);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const details = error.details.map(({ message }) => `\n  ${message}`);
    return complain(error.kind === 'not_found' ? 4 : 5, `${error.message}${details.join('')}`);
  } finally {
    // The wake-ups are sent first, so that they do not wait for a connection of a pool that closes.
    await application.chancery.ports.queue.close();
    await application.close();
  }
}

/** Writes the one JSON document that a command answers with. */
export const print = (answer: object): void =>
  void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);

/** Exit code 2 means that the command makes no sense. */
export function complain(code: number, sentence: string): number {
  process.stderr.write(`chancery: ${sentence}\n`);
  return code;
}

export type Given = Readonly<Record<string, unknown>>;
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
export const workspaceIdForm = /^workspace_[a-z2-7]{26}$/;
const userIdForm = /^usr_[0-9a-f]{32}$/;

/** What is wrong with the name of an account: an id and an address are both accepted. */
export const userNameFault = (user: string): string | null =>
  userIdForm.test(user) || /^[^@\s]+@[^@\s]+$/.test(user)
    ? null
    : 'Give the id or the address of an account.';
export const reasonFault = (reason: string): string | null =>
  reason.length > 500 ? 'Give a --reason of at most 500 characters.' : null;
