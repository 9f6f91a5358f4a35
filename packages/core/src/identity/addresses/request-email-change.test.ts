import {
  anybody,
  claimant,
  failureOf,
  faultsOf,
  mailedToken,
  mailTo,
  password,
  repeating,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('requestEmailChange', () => {
  it('AUT-15: mails the new address a link with the token after the #, and keeps the old address until it is opened', async () => {
    const here = await world();
    const { chancery, owner } = here;
    const newEmail = anybody();

    const answer = await chancery.identity.requestEmailChange({ newEmail, password }, owner.session);

    expect(answer).to.deep.equal({
      accepted: true,
      pendingEmail: newEmail,
      expiresAt: '2026-11-24T12:00:00.000Z',
    });
    const mail = await mailTo(here, newEmail, 'Confirm your new email address');
    expect(mail?.text).to.match(/http:\/\/127\.0\.0\.1:8080\/confirm-email#token=[A-Za-z0-9_-]{43}\s/);
    expect((await chancery.identity.getMe({}, owner.session)).user).to.include({
      email: owner.email,
      pendingEmail: newEmail,
    });
  });

  it('AUT-3: answers alike for an owned, a claimed and an unknown address, and writes the same rows; no link goes to an owned one', async () => {
    const here = await world();
    const { chancery, owner, stranger, sql, worker, ports } = here;
    const [owned, claimed] = [(await stranger()).email, (await claimant(here)).email];
    await worker.drain();
    const written = async (newEmail: string) => {
      const mails = ports.mail.sent.length;
      const { pendingEmail, ...answer } = await chancery.identity.requestEmailChange(
        { newEmail, password },
        owner.session,
      );
      const [rows] = await sql(
        `select (select json_agg(json_build_array(topic, queue, workspace_id)) from jobs where status = 'pending') jobs,
                (select count(*)::int from one_time_tokens where user_id = $1 and created_at = $2) tokens`,
        [owner.id, here.clock.now()],
      );
      expect(pendingEmail).to.equal(newEmail);
      await worker.drain();
      // The caller can neither see nor time what the worker writes later.
      await sql("delete from one_time_tokens where user_id = $1 and purpose = 'email_change'", [owner.id]);
      return { answer, rows, mails: ports.mail.sent.length - mails };
    };

    const answers = [await written(anybody()), await written(owned), await written(claimed)];

    expect(answers.map(({ answer, rows }) => ({ answer, rows }))).to.deep.equal(
      Array(3).fill({ answer: answers[0]?.answer, rows: answers[0]?.rows }),
    );
    expect(answers.map(({ mails }) => mails)).to.deep.equal([1, 0, 1]);
  });

  it('PWD-6, SES-14: needs the password or a recent proof, and a wrong password gets a 403 that counts', async () => {
    const here = await world();
    const { chancery, owner, clock } = here;
    clock.advance({ minutes: 16 });
    const credential = await freshToken(here);
    const ask = (over: object = {}) =>
      failureOf(
        chancery.identity.requestEmailChange(
          { newEmail: anybody(), ...over },
          { ...owner.session, credential },
        ),
      );

    expect(await ask()).to.equal('auth.reauthentication_required');
    expect(await ask({ password })).to.equal('none');
    for (let i = 0; i < 10; i += 1)
      expect(await ask({ password: 'wrong horse battery staple' })).to.equal('auth.password_incorrect');
    expect(await ask({ password })).to.equal('rate_limited');
  });

  it('refuses the address that the account has already, in any case', async () => {
    const { chancery, owner } = await world();

    expect(
      await faultsOf(
        chancery.identity.requestEmailChange(
          { newEmail: owner.email.toUpperCase(), password },
          owner.session,
        ),
      ),
    ).to.deep.equal(['/newEmail email.unchanged']);
  });

  it('AUT-8: a newer request ends the link of the older one', async () => {
    const here = await world();
    const { chancery, owner } = here;
    const [first, second] = [anybody(), anybody()];
    await chancery.identity.requestEmailChange({ newEmail: first, password }, owner.session);
    const older = await mailedToken(here, first, 'confirm-email');
    await chancery.identity.requestEmailChange({ newEmail: second, password }, owner.session);
    const newer = await mailedToken(here, second, 'confirm-email');

    expect(await failureOf(chancery.identity.confirmEmailChange({ token: older }, owner.session))).to.equal(
      'link.gone',
    );
    expect(await failureOf(chancery.identity.confirmEmailChange({ token: newer }, owner.session))).to.equal(
      'none',
    );
  });

  it('THR-6: an address that was mailed a moment ago gets no other mail, and the answer is the same', async () => {
    const here = await world();
    const { chancery, owner, ports, worker } = here;
    ports.throttle.closed.add('mail_hour');
    const before = ports.mail.sent.length;

    const { accepted } = await chancery.identity.requestEmailChange(
      { newEmail: anybody(), password },
      owner.session,
    );
    await worker.drain();

    expect([accepted, ports.mail.sent.length - before]).to.deep.equal([true, 0]);
  });

  it('PLT-2, PLT-13: repeats its answer, and is open to somebody who has not verified the address', async () => {
    const here = await world({ settings: { emailVerification: 'required' } });
    const { session } = await claimant(here);
    const caller = repeating(session, 'again');
    const input = { newEmail: anybody(), password };
    const first = await here.chancery.identity.requestEmailChange(input, caller);

    expect(await here.chancery.identity.requestEmailChange(input, caller)).to.deep.equal(first);
  });
});

/** The owner's session with a new access token; its proof keeps its age. */
async function freshToken({ ports, clock, owner }: Awaited<ReturnType<typeof world>>): Promise<string> {
  const claims = JSON.parse(
    Buffer.from(owner.session.credential?.split('.')[1] ?? '', 'base64url').toString(),
  );
  const now = Date.parse(clock.now()) / 1000;
  return ports.tokens.sign({ ...claims, iat: now, exp: now + 600 });
}
