import type { WritingContext } from '../../kernel/handler-context.ts';
import type { Account } from '../account.ts';
import type { IdentityPorts } from '../ports.ts';
import { beginCeremony } from './ceremony.ts';
import { challengeEnd, passkeysOf, type SignInChallenge, totpsOf } from './factor.ts';

interface FirstStep {
  readonly account: Account;
  readonly authMethod: SignInChallenge['method'];
  readonly deviceName: string | null;
  readonly knownDevice: Uint8Array | null;
  readonly workspaceId: string | null;
}

/** Asks for the second step: no session exists yet that could act for the person (MFA-5, MFA-6). */
export async function challenged(
  { account, authMethod, deviceName, knownDevice, workspaceId }: FirstStep,
  context: WritingContext & IdentityPorts,
) {
  const { now, newId, linkTokens, factors, recoveryCodes, signInChallenges, passkeys } = context;
  const known = await factors.ofPerson(account.id, now);
  const codes = await recoveryCodes.state(account.id);
  const allowed = passkeysOf(known);
  const challengeToken = linkTokens.random();
  const challenge: SignInChallenge = {
    id: newId(),
    tokenHash: linkTokens.hash(challengeToken),
    userId: account.id,
    method: authMethod,
    device: knownDevice,
    deviceEpoch: account.deviceEpoch,
    deviceName,
    workspaceId,
    createdAt: now,
    expiresAt: challengeEnd(now),
  };
  await signInChallenges.add(challenge);

  const ceremony = allowed.length === 0 ? null : await beginCeremony('assert', account.id, context);
  return {
    tokenType: 'Challenge' as const,
    challengeToken,
    challengeExpiresAt: challenge.expiresAt,
    methods: [
      ...(totpsOf(known).length > 0 ? (['totp'] as const) : []),
      ...(ceremony === null ? [] : (['passkey'] as const)),
      ...(codes !== null && codes.remaining > 0 ? (['recovery_code'] as const) : []),
    ],
    passkey:
      ceremony === null
        ? null
        : {
            ceremonyId: ceremony.id,
            options: await passkeys.assertionOptions({ challenge: ceremony.challenge, allowed }),
          },
  };
}
