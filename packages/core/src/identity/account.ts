import { utf8 } from '../kernel/crypto.ts';
import { machine } from '../kernel/machine.ts';
import { openedText } from '../kernel/opened-text.ts';
import type { KeyRing } from '../kernel/ports.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Instant } from '../kernel/time.ts';
import { accountInvalidState } from './errors.ts';
import type { IdentityProvider } from './providers/oidc-client.ts';

/** The life of an account (platform 3.1). `deactivated` is final: nothing is left to reactivate. */
export const accountStates = machine(accountInvalidState, ['active'], {
  active: { suspend: 'suspended', deactivate: 'deactivated' },
  suspended: { reinstate: 'active', deactivate: 'deactivated' },
  deactivated: {},
});

/** An identity at a provider, as its own person sees it. */
export interface LinkedIdentity {
  readonly id: string;
  readonly provider: IdentityProvider;
  readonly providerEmail: string | null;
  readonly isPrivateRelay: boolean;
  readonly linkedAt: Instant;
  readonly lastUsedAt: Instant | null;
}

/** A person's record in this installation. A person may belong to any number of workspaces. */
export interface Account {
  readonly id: string;
  readonly email: string | null;
  readonly emailVerifiedAt: Instant | null;
  /** When somebody else proved that the claimed address is theirs; null unless that happened. */
  readonly emailSupersededAt: Instant | null;
  readonly pendingEmail: string | null;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly jobTitle: string | null;
  readonly locale: string;
  readonly timeZone: string;
  readonly status: 'active' | 'suspended' | 'deactivated';
  readonly deviceEpoch: number;
  readonly unverifiedPurgeAt: Instant | null;
  readonly lastSignInAt: Instant | null;
  readonly deactivatedAt: Instant | null;
  readonly hasPassword: boolean;
  /** True if at least one second factor is active. */
  readonly hasSecondFactor: boolean;
  /** The identities at providers with which the person can sign in, the oldest first; at most ten. */
  readonly identities: readonly LinkedIdentity[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** Whether the account may still become the owner of its address by a link that is mailed there: nobody else has proven it since. */
export const hasLiveClaim = ({ emailVerifiedAt, emailSupersededAt }: Account): boolean =>
  emailVerifiedAt === null && emailSupersededAt === null;

/**
 * The mailbox to which mail about the account goes, or null. An address that is only claimed may belong to somebody else: if
 * this installation sends mail, such an address gets nothing except the link that verifies it.
 */
export function mailboxOf(
  { email, emailVerifiedAt, displayName, status }: Account,
  { emailVerification }: Settings,
): { readonly address: string; readonly name: string } | null {
  if (email === null || status === 'deactivated') return null;
  return emailVerifiedAt === null && emailVerification === 'required'
    ? null
    : { address: email, name: displayName };
}

const placeOf = ({ id }: Pick<Account, 'id'>) => `account-farewell:${id}`;

/** The mailbox for the last mail to an account, sealed: the account itself is empty by the time that mail is sent. */
export function farewellOf(account: Account, settings: Settings, keyRing: KeyRing): Uint8Array | null {
  const mailbox = mailboxOf(account, settings);
  return mailbox === null ? null : keyRing.seal(utf8(JSON.stringify(mailbox)), placeOf(account));
}

export const farewellMailbox = (
  account: Pick<Account, 'id'>,
  sealed: Uint8Array,
  keyRing: KeyRing,
): { readonly address: string; readonly name: string } =>
  JSON.parse(openedText(keyRing, sealed, placeOf(account)));
