import type { WritingContext } from '../../kernel/use-case.ts';
import type { Account } from '../account.ts';
import { invitationFor, newAccount, register } from '../new-account.ts';
import type { IdentityPorts } from '../ports.ts';
import { displayNameOf, type Proof, vouchesFor } from './external-identity.ts';
import type { SignInRequest } from './sign-in-request.ts';

/**
 * An account for somebody whom nobody here knows yet. Its address is owned where the provider vouches for it or the
 * mailed invitation shows it; else it is claimed, and no answer says whether another owns it (OID-9).
 */
export async function firstSignIn(
  proof: Proof,
  { invitationHash, mayMailIt }: SignInRequest,
  context: WritingContext & IdentityPorts,
): Promise<Account> {
  const { email } = proof.identity;
  const invitation = await invitationFor(email, invitationHash, context);
  const isOwned = invitation !== null || vouchesFor(proof.identity);
  const person = { email, displayName: nameOf(proof), locale: 'en', timeZone: 'UTC', hasPassword: false };
  const account = newAccount(person, isOwned, context);
  await register(account, { passwordHash: null, invitation, workspaceName: null, mayMailIt }, context);
  return account;
}

function nameOf({ identity, displayName }: Proof): string {
  const { email, isPrivateRelay, name } = identity;
  const localPart = email === null || isPrivateRelay ? null : email.slice(0, email.lastIndexOf('@'));
  return displayNameOf(displayName) ?? displayNameOf(name) ?? displayNameOf(localPart) ?? 'Member';
}
