import {
  aVisitor,
  endingOf,
  type SentRound,
  sentRound,
  statementsOf,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const here = aVisitor();

/** A session of this person, as a right code opens it. */
async function unlocked({ chancery, tokenOf, worker, ports }: SentRound, name: string): Promise<string> {
  await chancery.signing.sendSigningCode({ token: tokenOf(name) }, here);
  await worker.drain();
  const code = ports.sms.sent.at(-1)?.text.slice(0, 6) ?? '';
  return (await chancery.signing.verifySigningCode({ token: tokenOf(name), code }, here)).sessionToken;
}

/** The statements, and every text that was hashed, by its length: what an answer costs, without a clock. */
async function workOf({ database, ports }: SentRound, ask: () => Promise<unknown>): Promise<string[]> {
  const { linkTokens } = ports;
  const { hash } = linkTokens;
  let hashes = 0;
  linkTokens.hash = (token) => {
    hashes += 1;
    return hash.call(linkTokens, token);
  };
  try {
    const statements = await statementsOf(database, ask);
    return [`${hashes} hashes`, ...statements];
  } finally {
    linkTokens.hash = hash;
  }
}

describe('sessions that open nothing', () => {
  for (const name of ['getSigningContent', 'getSigningLink', 'declineSigning'] as const)
    it(`OTP-11: ${name} does the same work for a wrong session, one that has ended and that of another link as for none`, async () => {
      const people = ['Grace', 'Alan'].map((each) => ({ name: each, verification: 'sms' as const }));
      const round = await sentRound({ people });
      const ended = await unlocked(round, 'Grace');
      round.clock.advance({ minutes: 61 });
      const ofAnother = await unlocked(round, 'Alan');
      const ask = (signingSession?: string) => {
        const shown = {
          token: round.tokenOf('Grace'),
          ...(signingSession === undefined ? {} : { signingSession }),
        };
        if (name === 'declineSigning')
          return endingOf(round.chancery.signing.declineSigning({ ...shown, reason: 'No' }, here));
        return endingOf(round.chancery.signing[name](shown, here));
      };
      // The first call of an endpoint finds out whether its statements can travel together.
      await ask();
      let ending = '';
      const work = (session?: string) =>
        workOf(round, async () => {
          ending = await ask(session);
        });
      const ofNone = { work: await work(), ending };

      const works: Record<string, unknown> = {};
      for (const [kind, session] of Object.entries({ wrong: 'A'.repeat(43), ended, ofAnother, noToken: 'x' }))
        works[kind] = { work: await work(session), ending };

      expect(ending).to.equal(name === 'getSigningLink' ? 'none' : 'signing.verification_required');
      expect(works).to.deep.equal(
        Object.fromEntries(['wrong', 'ended', 'ofAnother', 'noToken'].map((kind) => [kind, ofNone])),
      );
    });
});
