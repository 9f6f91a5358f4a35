import { workspaceNotActive } from '../../kernel/access.ts';
import { requestInvalid } from '../../kernel/errors.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { otpIncorrect, signingVerificationRequired } from './errors.ts';

/**
 * A network is counted for links that open nothing; what is refused to somebody whose link is good is none of them, so that
 * one office can sign together (THR-9).
 */
export const linkThrottle = tokenMisses({
  passes: [requestInvalid, workspaceNotActive, signingVerificationRequired, otpIncorrect],
});

/** Sixty calls a minute by one link, from wherever they come. */
export const linkThrottles = ofItsOwn;
