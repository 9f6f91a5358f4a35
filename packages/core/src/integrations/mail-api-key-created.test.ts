import { RecordedMail, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type MailMessage, MailRefused } from '../kernel/ports.ts';

class MailWithAFullBox extends RecordedMail {
  full: string | null = null;
  override async send(message: MailMessage): Promise<void> {
    if (message.to.address === this.full) throw new Error('try again later');
    await super.send(message);
  }
}

/** The worker also runs jobs that other tests left; each test looks at the mail to its own people. */
const mailTo = (mail: RecordedMail, ...people: { email: string }[]) =>
  mail.sent.filter(
    ({ text, to }) => text.includes('Application') && people.some(({ email }) => email === to.address),
  );

describe('mailApiKeyCreated', () => {
  it('mails every active owner, at a verified or a claimed address, and nobody else', async () => {
    const { owner, person, apiKey, worker, ports, sql } = await world();
    const claimant = await person('owner', 'Grace');
    await sql('update accounts set email_verified_at = null where id = $1', [claimant.id]);
    const [suspended, admin] = [await person('owner', 'Suspended'), await person('admin')];
    await sql("update memberships set status = 'suspended' where id = $1", [suspended.membershipId]);
    const { secret } = await apiKey('members.read');

    await worker.drain();

    const sent = mailTo(ports.mail, owner, claimant, suspended, admin);
    expect(sent.map(({ to }) => to.address)).to.have.members([owner.email, claimant.email]);
    for (const { text, html } of sent) {
      expect(text).to.include(secret.slice(0, 18)).and.include('Ada').and.not.include(secret);
      expect(html).to.not.include(secret);
    }
  });

  it('JOB-3: an owner whose mailbox fails for now is tried again, the others are mailed once', async () => {
    const mail = new MailWithAFullBox();
    const { owner, person, apiKey, worker, clock } = await world({ ports: { mail } });
    const other = await person('owner', 'Grace');
    mail.full = other.email;
    await apiKey();
    await worker.drain();
    expect(mailTo(mail, owner, other).map(({ to }) => to.address)).to.deep.equal([owner.email]);

    mail.full = null;
    clock.advance({ seconds: 12 });
    await worker.drain();

    expect(mailTo(mail, owner, other).map(({ to }) => to.address)).to.deep.equal([owner.email, other.email]);
  });

  it('JOB-5: a mailbox that refuses for good ends the job at once; somebody who is no longer owner is not mailed', async () => {
    const { owner, apiKey, worker, ports, person, sql, workspaceId, clock } = await world();
    const other = await person('owner', 'Grace');
    await apiKey();
    await sql("update memberships set role = 'member' where id = $1", [other.membershipId]);
    ports.mail.failure = new MailRefused('no such mailbox');

    await worker.drain();
    clock.advance({ days: 1 });
    ports.mail.failure = null;
    await worker.drain();

    expect(mailTo(ports.mail, owner, other)).to.deep.equal([]);
    const jobs = await sql<{ status: string }>(
      "select status from jobs where workspace_id = $1 and topic = 'integrations.mail_api_key_created' order by status",
      [workspaceId],
    );
    expect(jobs.map(({ status }) => status)).to.deep.equal(['dead', 'succeeded']);
  });
});
