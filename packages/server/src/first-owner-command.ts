import { operate } from '@chancery/core';
import { identity } from '@chancery/core/internal';
import type { Application } from './application.ts';
import { migrated } from './application.ts';
import { complain, type Given, runCommand, textOf } from './command-answer.ts';
import type { Environment } from './configuration.ts';

const { FirstOwner, prepareFirstOwner } = identity.firstOwner;
type Owner = Parameters<typeof prepareFirstOwner>[0];

/**
 * `init --first-owner <address>`: makes the account and the workspace that a new installation begins with. Its link is
 * printed and not mailed: a mail server may not be set up yet, and whoever runs this may do anything here already.
 */
export async function firstOwnerCommand(environment: Environment, given: Given): Promise<number> {
  const owner = ownerOf(given);
  if (!owner.success)
    return complain(
      2,
      `Give --first-owner an address, and names of at most 120 (--display-name) and 80 characters (--workspace-name).`,
    );

  return runCommand(environment, async (application) => {
    if (!(await migrated(application, false)))
      return complain(5, 'The database is not up to date: run `chancery migrate` first.');
    await application.openRoot();
    await application.openLedger();
    process.stdout.write(await answer(application, owner.data));
    return 0;
  });
}

function ownerOf(given: Given) {
  const email = textOf(given.firstOwner);
  const displayName = textOf(given.displayName) || (email.split('@')[0] ?? '').slice(0, 120);
  const workspaceName = textOf(given.workspaceName) || `${displayName}'s workspace`.slice(0, 80);
  return FirstOwner.safeParse({ email, displayName, workspaceName });
}

async function answer({ chancery, configuration }: Application, owner: Owner): Promise<string> {
  const link = await operate(
    chancery.ports,
    identity.ports,
    null,
    (work) => prepareFirstOwner(owner, work),
    'identity',
  );
  const address = `${configuration.webUrl}/reset-password#token=${link.token}`;
  return `${
    link.isNew
      ? `${owner.email} now owns the workspace “${owner.workspaceName}”.`
      : `${owner.email} owns a workspace already and has set no password yet; the link from before no longer works.`
  }
To set the password, start the server and open this link by ${link.expiresAt}. It works once:

  ${address}

It is shown only here. Whoever opens it becomes the owner, so pass it on to nobody else.
`;
}
