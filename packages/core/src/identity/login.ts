import { z } from 'zod';
import { email, secret, visibleName, workspaceId } from '../kernel/shapes.ts';
import { misses } from '../kernel/throttling.ts';
import { deviceIdOf, knownDevice } from './device-token.ts';
import { accountSuspended, invalidCredentials } from './errors.ts';
import {
  accountKeyOf,
  attemptFrom,
  countAttempt,
  notifyOfBlock,
  signInSucceeded,
  verifyPassword,
} from './password-attempts.ts';
import { normalizedPassword } from './password-rules.ts';
import { givenPassword } from './passwords/new-password.ts';
import { type AccountWithPassword, action, type IdentityPorts } from './ports.ts';
import { signedIn } from './sign-in-outcome.ts';
import { SignInView } from './views.ts';

export const login = action({
  summary: 'Sign in with address and password',
  description:
    'Send the deviceToken of an earlier sign-in, so that this device counts as known. After ten wrong tries in a row, each further try has to wait; Retry-After says how long. If the account has a second factor, the answer is a challenge and not yet a session; tokenType says which.',
  access: 'anyone',
  throttle: misses('sign_in_refused', 60),
  databaseRole: 'identity',
  secret: true,
  input: z.strictObject({
    email: email().describe('The e-mail address of your account.'),
    password: givenPassword().describe('The password of your account.'),
    deviceName: visibleName(120).optional().describe('The name of this device in the list of sessions.'),
    deviceToken: secret(z.string().max(200))
      .optional()
      .describe('The deviceToken of an earlier sign-in on this device; an unknown one is ignored.'),
    workspaceId: workspaceId()
      .optional()
      .describe('The workspace to be active in; it is ignored if you cannot act there.'),
  }),
  output: SignInView,
  errors: [invalidCredentials, accountSuspended],
  signsIn: ({ email: address }, keyRing) => accountKeyOf(address, keyRing),

  async prepare({ email: address, password, deviceToken }, context) {
    const { transact, passwords, keyRing } = context;
    // The try is counted by the time its password is examined, however this process ends (THR-13).
    const { slots, attempt, isBlocked } = await transact(async (ports) => {
      const slots = await slotsOf(address, ports);
      const attempt = attemptFrom(
        accountKeyOf(address, keyRing),
        provenDeviceId(deviceToken, slots, keyRing),
        context,
      );
      return { slots, attempt, isBlocked: await countAttempt(attempt, ports, context) };
    });
    if (isBlocked) await notifyOfBlock(attempt, slots[0], context);

    // Two hashes are always examined, one after the other, so that an unknown address takes as long as a known one (AUT-4).
    const ownerMatches = await verifyPassword(password, slots[0]?.passwordHash ?? null, passwords);
    const claimantMatches = await verifyPassword(password, slots[1]?.passwordHash ?? null, passwords);
    const match = ownerMatches ? slots[0] : claimantMatches ? slots[1] : null;
    if (match === null || match.passwordHash === null || isBlocked) throw invalidCredentials();
    if (match.account.status !== 'active') throw accountSuspended();

    const rehashed = passwords.needsRehash(match.passwordHash)
      ? await passwords.hash(normalizedPassword(password))
      : null;
    const isOfOwner = slots[0] === null || match === slots[0];
    return { userId: match.account.id, passwordHash: match.passwordHash, rehashed, attempt, isOfOwner };
  },

  async run(input, context) {
    const { keyRing, accounts, prepared } = context;
    const current = await accounts.lockWithPassword(prepared.userId);
    // If the password was changed since it was examined, what was proven no longer opens anything (AUT-11).
    if (current === null || current.passwordHash !== prepared.passwordHash) throw invalidCredentials();
    const { account } = current;
    if (account.status !== 'active') throw accountSuspended();
    await signInSucceeded(prepared.attempt, prepared.isOfOwner, context);
    if (prepared.rehashed !== null) await accounts.rehash(account.id, prepared.rehashed);
    return signedIn(
      {
        account,
        authMethod: 'password',
        deviceName: input.deviceName ?? null,
        knownDevice:
          input.deviceToken === undefined ? null : knownDevice(input.deviceToken, account, keyRing),
        isNewUser: false,
        workspaceId: input.workspaceId ?? null,
      },
      context,
    );
  },
});

/** The account that owns the address, and of those that claim it the oldest. */
const slotsOf = (address: string, { accounts }: Pick<IdentityPorts, 'accounts'>) =>
  Promise.all([accounts.ownerOf(address), accounts.oldestClaimantOf(address)]);

/** The known device, if it belongs to the account that owns the address: a claimant's device gives no right to guess at the owner. */
function provenDeviceId(
  token: string | undefined,
  [owner, claimant]: readonly (AccountWithPassword | null)[],
  keyRing: Parameters<typeof knownDevice>[2],
): string | null {
  const holder = owner ?? claimant;
  const device = token === undefined || !holder ? null : knownDevice(token, holder.account, keyRing);
  return device === null ? null : deviceIdOf(device);
}
