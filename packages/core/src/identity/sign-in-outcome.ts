import type { WritingContext } from '../kernel/handler-context.ts';
import type { Account } from './account.ts';
import { activeWorkspace } from './active-workspace.ts';
import { challenged } from './factors/challenged.ts';
import type { IdentityPorts } from './ports.ts';
import type { SecondFactorMethod, Session } from './session.ts';
import { openSession } from './session-opening.ts';

/** A sign-in whose first step succeeded. */
export interface SignIn {
  readonly account: Account;
  readonly authMethod: Session['authMethod'];
  readonly deviceName: string | null;
  /** The device that a valid device token named; null for any other. */
  readonly knownDevice: Uint8Array | null;
  readonly isNewUser: boolean;
  /** The workspace to be active in, if the person can act there. */
  readonly workspaceId: string | null;
}

/** Every sign-in ends here: with a session, or with a challenge if the account has a second factor (MFA-5). */
export async function signedIn(signIn: SignIn, context: WritingContext & IdentityPorts) {
  const { account, authMethod } = signIn;
  if (account.hasSecondFactor && authMethod !== 'passkey')
    return challenged({ ...signIn, authMethod }, context);
  return sessionOpened(signIn, null, context);
}

/** Opens a session in the requested workspace, or in the one that was used last. */
export async function sessionOpened(
  { workspaceId, ...signIn }: SignIn,
  secondFactor: SecondFactorMethod | null,
  context: WritingContext & IdentityPorts,
) {
  const { now, workspaceAccess } = context;
  const { id: userId } = signIn.account;
  const workspace = activeWorkspace(await workspaceAccess.ofPerson(userId), workspaceId);
  if (workspace !== null) {
    context.enter(workspace.id);
    await workspaceAccess.used(userId, workspace.id, now);
  }
  return openSession({ ...signIn, secondFactor, workspace }, context);
}
