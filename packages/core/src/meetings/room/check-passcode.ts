import { z } from 'zod';
import { rateLimited } from '../../kernel/errors.ts';
import { meetingNotFound } from '../errors.ts';
import { typedJoinCode } from '../join-code.ts';
import { action } from '../ports.ts';
import { attemptPasscode, freeAttempts } from './passcode-attempt.ts';

export const checkPasscode = action({
  summary: 'Say whether a passcode is right',
  description:
    'Opens nothing: send the passcode again when you ask to enter. After five wrong ones from one network, or fifty altogether, it is not examined any more for a while.',
  access: 'anyone',
  always: true,
  idempotent: false,
  throttle: { bucket: 'meeting_resolve', limit: 30, windowSeconds: 60 },
  input: z.strictObject({
    joinCode: typedJoinCode(),
    passcode: z.string().min(1).max(64),
  }),
  output: z.object({
    valid: z.boolean(),
    passcodeRequired: z.boolean(),
    attemptsRemaining: z.int().describe('Before it is not examined any more.'),
  }),
  errors: [meetingNotFound, rateLimited],

  prepare: ({ joinCode, passcode }, context) => attemptPasscode(joinCode, passcode, context),

  async run(_, { prepared }) {
    if (prepared.kind === 'unknown') throw meetingNotFound();
    if (prepared.kind === 'throttled') throw rateLimited({ retryAfterSeconds: prepared.retryAfterSeconds });
    if (prepared.kind === 'unset')
      return { valid: true, passcodeRequired: false, attemptsRemaining: freeAttempts };
    return {
      valid: prepared.kind === 'right',
      passcodeRequired: true,
      attemptsRemaining: prepared.remaining,
    };
  },
});
