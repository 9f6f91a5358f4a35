import { operate } from '@chancery/core';
import { identity } from '@chancery/core/internal';
import type { Application } from './application.ts';
import { complain, type Given, print, runCommand } from './command-answer.ts';
import type { Environment } from './configuration.ts';
import { type Ask, atTerminal, unconfirmed } from './confirmation.ts';
import { linkTokensOf } from './modules/security-module.ts';

const { keyRoot, rootSteps } = identity;
type Endings = identity.RootEndings;

/**
 * The command `keys rotate-root` makes a new root secret (PLT-27). It says first what that ends, and acts only when somebody
 * confirms it or `--yes` does. Other processes on a PostgreSQL must have ended; an embedded database has none.
 */
export function rotateRoot(environment: Environment, given: Given, ask: Ask = atTerminal()): Promise<number> {
  return runCommand(environment, async (application) => {
    if ((await application.database.pendingMigrations()).length > 0)
      return complain(5, 'The database is not up to date: run `chancery migrate` first.');
    await application.openRoot('unannounced');
    await application.openLedger();
    const { ports } = application.chancery;
    const ends = await operate(ports, identity.ports, null, rootSteps.rootEndings, 'identity');
    const exitCode = await unconfirmed('rotate', given, ask, {
      text: preview(ends),
      json: { rotated: false, ends },
    });
    if (exitCode !== null) return exitCode;
    print({ rotated: true, ended: await replaced(application) });
    return 0;
  });
}

function replaced({ chancery: { ports }, configuration }: Application): Promise<Endings> {
  const secret = ports.random.bytes(32);
  const links = linkTokensOf(configuration.linkKeys, {
    derive: (label) => keyRoot.derivedFrom(secret, label),
  });
  // Number 0 is the key of the root secret, whichever key makes new links.
  const tokenOf = (kind: string, id: string, generation: number) =>
    links.derive(kind, id, generation, 0).token;
  return operate(
    ports,
    identity.ports,
    null,
    (work) => rootSteps.rotateRoot(secret, tokenOf, work),
    'identity',
  );
}

const preview = ({ links, sessions, accountsWithDevices, recoveryCodes }: Endings): string =>
  [
    'A new root secret ends at once:',
    `  ${links} links of meeting invitations and webinar registrations`,
    `  ${sessions} sessions: everybody must sign in again`,
    `  the device tokens of ${accountsWithDevices} accounts`,
    `  ${recoveryCodes} unused recovery codes: everybody who had some must make new ones`,
    'Passwords, second factors, API keys and webhook secrets stay as they are.',
    '',
  ].join('\n');
