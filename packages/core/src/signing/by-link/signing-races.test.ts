import {
  aVisitor,
  failureOf,
  onBothDatabases,
  type SentRound,
  sentRound,
  typed,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const here = aVisitor();
const complete = ({ chancery, completion }: SentRound, name: string, token = completion(name).token) =>
  chancery.signing.completeSigning({ ...completion(name), token, signature: typed(name) }, here);
const decline = ({ chancery, tokenOf }: SentRound, name: string) =>
  chancery.signing.declineSigning({ token: tokenOf(name), reason: 'No' }, here);
const happenedOf = async (round: SentRound, type: string) =>
  (await round.happened()).filter((happening) => happening.type === type).length;

onBothDatabases('people who act on a round at once', (database) => {
  const two = { people: [{ name: 'Grace' }, { name: 'Alan' }] };

  it('SIG-12: two last signers both succeed, and the round is completed once', async () => {
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const round = await sentRound({ ...two, database: database() });

      const answers = await Promise.all([complete(round, 'Grace'), complete(round, 'Alan')]);

      expect(answers.map(({ remaining }) => remaining).toSorted()).to.deep.equal([0, 1]);
      expect(await happenedOf(round, 'document.completed')).to.equal(1);
      expect((await round.round()).seal.status).to.equal('queued');
    }
  });

  it('SIG-12: one signer who completes twenty times at once completes once', async () => {
    const round = await sentRound({ database: database() });

    const answers = await Promise.all(Array.from({ length: 20 }, () => failureOf(complete(round, 'Grace'))));

    expect(answers.filter((code) => code === 'none')).to.have.length(1);
    expect(answers.filter((code) => code === 'signing.already_completed')).to.have.length(19);
    expect(await happenedOf(round, 'signer.completed')).to.equal(1);
  });

  it('SIG-18: of a decline and the last completion one wins, and the other finds the link gone', async () => {
    for (let repeat = 0; repeat < 4; repeat += 1) {
      const round = await sentRound({ database: database() });
      const first = repeat % 2 === 0 ? [complete, decline] : [decline, complete];

      const answers = await Promise.all(first.map((act) => failureOf(act(round, 'Grace'))));

      expect(answers.toSorted()).to.deep.equal(['link.gone', 'none']);
      const { status } = await round.round();
      expect(await happenedOf(round, `document.${status}`)).to.equal(1);
      expect(
        (await happenedOf(round, 'document.completed')) + (await happenedOf(round, 'document.declined')),
      ).to.equal(1);
    }
  });

  it('SIG-11: a link that is superseded while its holder completes either completes before that, or is gone', async () => {
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const round = await sentRound({ ...two, database: database() });
      const before = round.tokenOf('Grace');
      const replace = () =>
        round.chancery.signing.createSigningLink(
          { documentId: round.documentId, signerId: round.idOf('Grace') },
          round.owner.session,
        );

      const [completed, replaced] = await Promise.all([
        failureOf(complete(round, 'Grace', before)),
        failureOf(replace()),
      ]);

      expect([`${completed} ${replaced}`]).to.have.members(
        completed === 'none' ? ['none signer.not_pending'] : ['link.gone none'],
      );
      expect(await happenedOf(round, 'signer.completed')).to.equal(completed === 'none' ? 1 : 0);
    }
  });

  it('OTP-3: of a hundred guesses at once at most five are examined', async () => {
    const round = await sentRound({
      people: [{ name: 'Grace', verification: 'sms' }],
      database: database(),
    });
    const token = round.tokenOf('Grace');
    await round.chancery.signing.sendSigningCode({ token }, here);
    await round.worker.drain();
    const code = Number(round.ports.sms.sent.at(-1)?.text.slice(0, 6));
    const guesses = Array.from({ length: 100 }, (_, index) =>
      String((code + 1 + index) % 1_000_000).padStart(6, '0'),
    );

    const answers = await Promise.all(
      guesses.map((guess) =>
        failureOf(round.chancery.signing.verifySigningCode({ token, code: guess }, here)),
      ),
    );

    expect(answers.filter((answer) => answer === 'otp.incorrect')).to.have.length(5);
    expect(answers.filter((answer) => answer === 'otp.no_active_code')).to.have.length(95);
    expect((await round.signer('Grace')).wrongTries).to.equal(5);
  });

  it('OTP-4: of ten right codes at once one opens a session', async () => {
    const round = await sentRound({
      people: [{ name: 'Grace', verification: 'sms' }],
      database: database(),
    });
    const token = round.tokenOf('Grace');
    await round.chancery.signing.sendSigningCode({ token }, here);
    await round.worker.drain();
    const code = round.ports.sms.sent.at(-1)?.text.slice(0, 6) ?? '';

    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        failureOf(round.chancery.signing.verifySigningCode({ token, code }, here)),
      ),
    );

    expect(answers.filter((answer) => answer === 'none')).to.have.length(1);
  });
});
