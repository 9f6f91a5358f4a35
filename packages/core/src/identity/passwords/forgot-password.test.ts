import {
  anotherPassword,
  anybody,
  claimant,
  mailedToken,
  mailTo,
  resetAsked,
  somewhere,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('forgotPassword', () => {
  it('AUT-15: mails a link with the token after the #; the request itself changes nothing', async () => {
    const here = await world();
    const { chancery, owner } = here;

    await chancery.identity.forgotPassword({ email: owner.email.toUpperCase() }, somewhere());

    const mail = await mailTo(here, owner.email, 'Set a new password');
    expect(mail?.text).to.match(/http:\/\/127\.0\.0\.1:8080\/reset-password#token=[A-Za-z0-9_-]{43}\s/);
    expect(mail?.html).to.match(/href="http:\/\/127\.0\.0\.1:8080\/reset-password#token=[A-Za-z0-9_-]{43}"/);
    expect((await chancery.identity.getMe({}, owner.session)).user.id).to.equal(owner.id);
  });

  it('AUT-3: leaves one job of one kind behind for an owned, a claimed and an unknown address; nothing is mailed to the third', async () => {
    const here = await world({ settings: { emailVerification: 'required' } });
    const { chancery, owner, sql, worker, ports } = here;
    const claimed = await claimant(here);
    await worker.drain();
    const written = async (email: string) => {
      const mails = ports.mail.sent.length;
      const [before] = await sql<{ id: string }>('select coalesce(max(id::text), $1) id from jobs', [
        '00000000-0000-0000-0000-000000000000',
      ]);
      const answer = await chancery.identity.forgotPassword({ email }, somewhere());
      const jobs = await sql(
        'select topic, queue, workspace_id, status, max_attempts from jobs where id > $1::uuid',
        [before?.id],
      );
      await worker.drain();
      return { answer, jobs, mails: ports.mail.sent.length - mails };
    };

    const [owned, taken, unknown] = [
      await written(owner.email),
      await written(claimed.email),
      await written(anybody()),
    ];

    expect(owned.answer).to.deep.equal({ accepted: true });
    expect(owned.jobs.length).to.equal(1);
    expect([taken, unknown].map(({ answer, jobs }) => ({ answer, jobs }))).to.deep.equal([
      { answer: owned.answer, jobs: owned.jobs },
      { answer: owned.answer, jobs: owned.jobs },
    ]);
    expect([owned.mails, taken.mails, unknown.mails]).to.deep.equal([1, 1, 0]);
  });

  it('THR-6: an address that was mailed a moment ago gets no other mail, and the answer is the same', async () => {
    const here = await world();
    const { chancery, owner, ports, worker } = here;
    const token = await resetAsked(here, owner.email);
    ports.throttle.closed.add('mail_minute');
    const before = ports.mail.sent.length;

    const answer = await chancery.identity.forgotPassword({ email: owner.email }, somewhere());

    await worker.drain();
    expect(answer).to.deep.equal({ accepted: true });
    expect(ports.mail.sent.length).to.equal(before);
    expect(
      await chancery.identity.resetPassword({ token, newPassword: anotherPassword }, somewhere()),
    ).to.include({ passwordChanged: true });
  });

  it('a mail that fails is tried again with the same link, and its sealed copy is gone once it has left', async () => {
    const here = await world();
    const { chancery, owner, ports, clock, worker, sql } = here;
    const kept = () =>
      sql<{ sealed: boolean; hash: string }>(
        "select sealed_token is not null sealed, token_hash hash from one_time_tokens where user_id = $1 and purpose = 'reset_password'",
        [owner.id],
      );
    await chancery.identity.forgotPassword({ email: owner.email }, somewhere());
    ports.mail.failure = new Error('the mailer is away');
    await worker.drain();
    const [waiting] = await kept();
    expect(waiting?.sealed).to.equal(true);

    ports.mail.failure = null;
    clock.advance({ minutes: 1 });
    const token = await mailedToken(here, owner.email, 'reset-password');

    expect(await kept()).to.deep.equal([{ sealed: false, hash: ports.linkTokens.hash(token) }]);
    expect(waiting?.hash).to.equal(ports.linkTokens.hash(token));
  });

  for (const [seconds, outcome] of [
    [1799, 'is mailed'],
    [1800, 'is not mailed any more'],
  ] as const)
    it(`JOB-9: a link that waits ${seconds} seconds for its mailer ${outcome}, and its sealed copy is erased`, async () => {
      const here = await world();
      const { chancery, owner, ports, clock, worker, sql } = here;
      await chancery.identity.forgotPassword({ email: owner.email }, somewhere());
      ports.mail.failure = new Error('the mailer is away');
      await worker.drain();

      ports.mail.failure = null;
      clock.advance({ seconds });

      const token = await mailedToken(here, owner.email, 'reset-password');
      expect(token === '' ? 'is not mailed any more' : 'is mailed').to.equal(outcome);
      expect(
        await sql('select sealed_token from one_time_tokens where user_id = $1 and purpose = $2', [
          owner.id,
          'reset_password',
        ]),
      ).to.deep.equal([{ sealed_token: null }]);
    });
});
