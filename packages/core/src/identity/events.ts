import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id, userId } from '../kernel/shapes.ts';

export const userRegistered = event(
  'user.registered',
  z.strictObject({
    userId: userId(),
    email: z.string(),
    verificationTokenId: id(),
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

export const sessionReuseDetected = event(
  'session.reuse_detected',
  z.strictObject({ sessionId: id(), userId: userId() }),
  {
    target: ({ sessionId }) => ({ kind: 'session', id: sessionId }),
  },
);
