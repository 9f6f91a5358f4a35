import { z } from 'zod';
import { workspaceNotActive } from '../../kernel/access.ts';
import { rateLimited } from '../../kernel/errors.ts';
import { linkGone } from '../../kernel/links.ts';
import { codeThrottles, joinThrottle } from '../code-throttles.ts';
import { meetingNotFound } from '../errors.ts';
import { typedJoinCode } from '../join-code.ts';
import { action } from '../ports.ts';
import { givenPasscode } from '../scheduling/passcode.ts';
import { attemptPasscode, freeAttempts } from './passcode-attempt.ts';

export const checkPasscode = action({
  summary: 'Check a passcode',
  description:
    'The check opens nothing; send the passcode again when you ask to enter. After five wrong attempts from one network, or fifty altogether, no passcode is checked for a while.',
  access: 'anyone',
  cli: { command: 'meetings check-passcode' },
  always: true,
  idempotent: false,
  throttle: { ...joinThrottle, opensNothing: ({ valid }: { readonly valid: boolean }) => !valid },
  throttles: codeThrottles('meeting_join_code'),
  input: z.strictObject({
    joinCode: typedJoinCode(),
    passcode: givenPasscode().describe('The passcode to check.'),
  }),
  output: z.object({
    valid: z.boolean().describe('True if the passcode is right.'),
    passcodeRequired: z.boolean().describe('True if a passcode is asked for.'),
    attemptsRemaining: z.int().describe('Attempts that are left before no passcode is checked for a while.'),
  }),
  errors: [meetingNotFound, linkGone, workspaceNotActive],

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
