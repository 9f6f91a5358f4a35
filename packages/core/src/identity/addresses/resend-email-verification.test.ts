import {
  anybody,
  claimant,
  failureOf,
  mailedToken,
  somewhere,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('resendEmailVerification', () => {
  it('AUT-8: mails a new link, which ends the older one', async () => {
    const here = await world({ settings: { emailVerification: 'required' } });
    const { chancery } = here;
    const { email, session } = await claimant(here);
    const older = await mailedToken(here, email, 'verify-email');

    expect(await chancery.identity.resendEmailVerification({ email }, somewhere())).to.deep.equal({
      accepted: true,
    });

    const newer = await mailedToken(here, email, 'verify-email');
    expect(newer).to.not.equal(older);
    expect(await failureOf(chancery.identity.verifyEmail({ token: older }, session))).to.equal('link.gone');
    expect(await failureOf(chancery.identity.verifyEmail({ token: newer }, session))).to.equal('none');
  });

  it('AUT-3: leaves one job of one kind behind for a claimed, an owned and an unknown address; only the first is mailed', async () => {
    const here = await world();
    const { chancery, owner, sql, worker, ports } = here;
    const { email } = await claimant(here);
    await worker.drain();
    const written = async (address: string) => {
      const mails = ports.mail.sent.length;
      const answer = await chancery.identity.resendEmailVerification({ email: address }, somewhere());
      const jobs = await sql(
        "select topic, queue, workspace_id, max_attempts from jobs where status = 'pending' and topic = 'identity.mail_verification_again'",
      );
      await worker.drain();
      return { answer, jobs, mails: ports.mail.sent.length - mails };
    };

    const [claimed, owned, unknown] = [
      await written(email),
      await written(owner.email),
      await written(anybody()),
    ];

    expect(claimed.jobs.length).to.equal(1);
    expect([owned, unknown].map(({ answer, jobs }) => ({ answer, jobs }))).to.deep.equal([
      { answer: claimed.answer, jobs: claimed.jobs },
      { answer: claimed.answer, jobs: claimed.jobs },
    ]);
    expect([claimed.mails, owned.mails, unknown.mails]).to.deep.equal([1, 0, 0]);
  });
});
