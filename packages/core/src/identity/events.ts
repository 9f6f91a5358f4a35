import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id, userId, workspaceId } from '../kernel/shapes.ts';

export const userRegistered = event(
  'user.registered',
  z.strictObject({
    userId: userId(),
    /** Null if the provider shared no address. */
    email: z.string().nullable(),
    /** Null if the address needs no proof, or has been proven. */
    verificationTokenId: id().nullable(),
    takenByOwner: z.boolean(),
    noticeToUserId: userId().nullable(),
  }),
  {
    target: (data) => ({ kind: 'user', id: data.userId }),
    detail: ({ email }) => ({ email }),
  },
);

export const userEmailVerified = event(
  'user.email_verified',
  z.strictObject({ userId: userId(), email: z.string() }),
  {
    target: (data) => ({ kind: 'user', id: data.userId }),
    detail: ({ email }) => ({ email }),
  },
);

export const sessionStarted = event(
  'session.started',
  z.strictObject({
    sessionId: id(),
    userId: userId(),
    authMethod: z.string(),
    knownDevice: z.boolean(),
    deviceName: z.string().nullable(),
    ipAddress: z.string().nullable(),
  }),
  {
    target: ({ sessionId }) => ({ kind: 'session', id: sessionId }),
    facts: ({ authMethod, knownDevice }) => ({ authMethod, knownDevice }),
    detail: ({ deviceName }) => ({ deviceName }),
  },
);

export const sessionEnded = event(
  'session.ended',
  z.strictObject({ sessionId: id(), userId: userId(), reason: z.string() }),
  {
    target: ({ sessionId }) => ({ kind: 'session', id: sessionId }),
    facts: ({ reason }) => ({ reason }),
  },
);

const byOperator = z.strictObject({ userId: userId(), reason: z.string() });

export const userSuspended = event('user.suspended', byOperator, {
  target: (data) => ({ kind: 'user', id: data.userId }),
  detail: ({ reason }) => (reason === '' ? null : { reason }),
});

export const userReinstated = event('user.reinstated', byOperator, {
  target: (data) => ({ kind: 'user', id: data.userId }),
  detail: ({ reason }) => (reason === '' ? null : { reason }),
});

/** The address of its founder was never verified; its content is about to be destroyed. */
export const workspaceAbandoned = event(
  'workspace.abandoned',
  z.strictObject({ workspaceId: workspaceId() }),
  null,
);

/** `workspaceIds` names every workspace that the person leaves with the account or has left before. */
export const userDeactivated = event(
  'user.deactivated',
  z.strictObject({ userId: userId(), workspaceIds: z.array(workspaceId()), reason: z.string() }),
  {
    target: (data) => ({ kind: 'user', id: data.userId }),
    detail: ({ reason }) => (reason === '' ? null : { reason }),
  },
);

/** Says what became of a former member's data in one workspace, by context and kind (ACC-5). */
export const userScrubbed = event(
  'user.scrubbed',
  z.strictObject({
    userId: userId(),
    kinds: z.array(
      z.strictObject({
        context: z.string(),
        kind: z.string(),
        erased: z.int(),
        kept: z.int(),
        keptBecause: z.string().nullable(),
      }),
    ),
  }),
  {
    target: (data) => ({ kind: 'user', id: data.userId }),
    facts: ({ kinds }) => ({ scrubbed: kinds }),
  },
);

export const sessionReuseDetected = event(
  'session.reuse_detected',
  z.strictObject({ sessionId: id(), userId: userId() }),
  {
    target: ({ sessionId }) => ({ kind: 'session', id: sessionId }),
  },
);

/** An operator has replaced the root secret; the numbers say what has ended with the one before. */
export const keyRootRotated = event(
  'key_root.rotated',
  z.strictObject({
    number: z.int(),
    links: z.int(),
    sessions: z.int(),
    accountsWithDevices: z.int(),
    recoveryCodes: z.int(),
  }),
  {
    target: ({ number }) => ({ kind: 'key_root', id: String(number) }),
    facts: ({ number: _, ...ended }) => ended,
  },
);

/** Somebody asked for a mail to an address. `userId` is null if none goes out: the job is written all the same (AUT-3). */
const asked = <T extends string>(type: T) =>
  event(type, z.strictObject({ userId: userId().nullable() }), null);
export const passwordResetAsked = asked('user.password_reset_asked');
export const verificationAsked = asked('user.verification_asked');
export const signInBlocked = asked('user.sign_in_blocked');
export const emailChangeAsked = event(
  'user.email_change_asked',
  z.strictObject({ userId: userId().nullable(), expiresAt: z.iso.datetime() }),
  null,
);

const passwordEvent = (type: string) =>
  event(type, z.strictObject({ userId: userId(), revokedSessionCount: z.int() }), {
    target: (data) => ({ kind: 'user', id: data.userId }),
    facts: ({ revokedSessionCount }) => ({ revokedSessionCount }),
  });
export const userPasswordReset = passwordEvent('user.password_reset');
export const userPasswordChanged = passwordEvent('user.password_changed');

export const userEmailChanged = event(
  'user.email_changed',
  z.strictObject({
    userId: userId(),
    from: z.string().nullable(),
    to: z.string(),
    /** The token with which the old address takes the change back; null if there is nobody to notify. */
    revertTokenId: id().nullable(),
  }),
  {
    target: (data) => ({ kind: 'user', id: data.userId }),
    detail: ({ from, to }) => ({ from, to }),
  },
);

export const userEmailReverted = event(
  'user.email_reverted',
  z.strictObject({ userId: userId(), from: z.string().nullable(), to: z.string() }),
  {
    target: (data) => ({ kind: 'user', id: data.userId }),
    detail: ({ from, to }) => ({ from, to }),
  },
);

export const workspaceSwitched = event(
  'workspace.switched',
  z.strictObject({ workspaceId: z.string(), sessionId: id() }),
  {
    target: ({ workspaceId }) => ({ kind: 'workspace', id: workspaceId }),
    facts: ({ sessionId }) => ({ sessionId }),
  },
);
