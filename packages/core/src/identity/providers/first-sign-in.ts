import type { WritingContext } from '../../kernel/handler-context.ts';
import type { Account } from '../account.ts';
import { addAccountWithWorkspace, invitationFor, newAccount } from '../new-account.ts';
import type { IdentityPorts } from '../ports.ts';
import { displayNameOf, type ProviderProof, vouchesFor } from './external-identity.ts';
import type { SignInRequest } from './sign-in-request.ts';

/**
 * Makes an account for somebody whom nobody here knows yet. It owns its address if the provider vouches for it or the
 * mailed invitation proves it; otherwise it claims the address, and no answer says whether another owns it (OID-9).
 */
export async function firstSignIn(
  proof: ProviderProof,
  { invitationHash, mayMailIt }: SignInRequest,
  context: WritingContext & IdentityPorts,
): Promise<Account> {
  const { email } = proof.identity;
  const invitation = await invitationFor(email, invitationHash, context);
  const isOwned = invitation !== null || vouchesFor(proof.identity);
  const person = { email, displayName: nameOf(proof), locale: 'en', timeZone: 'UTC', hasPassword: false };
  const account = newAccount(person, isOwned, context);
  await addAccountWithWorkspace(
    account,
    { passwordHash: null, invitation, workspaceName: null, mayMailIt },
    context,
  );
  return account;
}

function nameOf({ identity, displayName }: ProviderProof): string {
  const { email, isPrivateRelay, name } = identity;
  const localPart = email === null || isPrivateRelay ? null : email.slice(0, email.lastIndexOf('@'));
  return displayNameOf(displayName) ?? displayNameOf(name) ?? displayNameOf(localPart) ?? 'Member';
}
