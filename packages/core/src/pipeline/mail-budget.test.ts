import {
  anAddress,
  failureOf,
  meetingWorld,
  onBothDatabases,
  overridePlan,
  postgresDatabase,
  type World,
  webinarWorld,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { hexOf, hmacSha256 } from '../kernel/crypto.ts';
import { isFailure } from '../kernel/errors.ts';
import { accountMailQueue } from '../kernel/outside-mail.ts';
import { deferred } from '../kernel/testing/deferred.ts';
import { reactions } from './declarations.ts';
import { createWorker } from './worker.ts';

/** Sets how many mails a day the workspace may send to people who are no members. */
const allow = (mails: number, place: Pick<World, 'sql' | 'workspaceId'>) =>
  overridePlan(place, { mails_per_day: mails });

const mailsOf = async ({ chancery, owner }: Pick<World, 'chancery' | 'owner'>) =>
  (await chancery.billing.getCapabilities({}, owner.session)).limits.mails_per_day;

const inviting =
  ({ chancery, owner }: Pick<World, 'chancery' | 'owner'>) =>
  (email = anAddress(), by = owner) =>
    chancery.workspace.createInvitation({ email, role: 'guest' }, by.session);

/** What becomes of mail to people who are no members once the mails of the day are used, by topic; by hand. */
const beyondTheBudget = {
  'file_requests.mail': 'refuse',
  'file_requests.mail_client_notice': 'send',
  'file_requests.mail_follow_up': 'send',
  'governance.mail_consent': 'refuse',
  'governance.mail_portal_item_flagged': 'send',
  'governance.mail_portal_release': 'refuse',
  'governance.mail_portal_revoked': 'send',
  'lifecycle.mail_outside_notice': 'leave out',
  'meetings.mail': 'refuse',
  'meetings.mail_registrant': 'leave out',
  'meetings.mail_reminder': 'leave out',
  'meetings.registrants_cancellation': 'send',
  'meetings.registrants_occurrence': 'refuse',
  'meetings.registrants_occurrence_cancelled': 'send',
  'meetings.registrants_occurrence_restored': 'refuse',
  'meetings.registrants_split': 'refuse',
  'meetings.registrants_update': 'refuse',
  'meetings.remind_registrant': 'leave out',
  'meetings.tell_cancellation': 'send',
  'meetings.tell_invitation': 'refuse',
  'meetings.tell_new_organizer': 'send',
  'meetings.tell_restoring': 'refuse',
  'meetings.tell_session_cancellation': 'send',
  'meetings.tell_session_update': 'refuse',
  'meetings.tell_split': 'refuse',
  'meetings.tell_tail': 'refuse',
  'meetings.tell_update': 'refuse',
  'shares.mail_invitation': 'refuse',
  'signing.mail': 'refuse',
  'signing.mail_copy': 'send',
  'signing.mail_notice': 'send',
  'signing.otp': 'send',
  'workspace.mail_invitation': 'refuse',
};

describe('mail to people who are no members', () => {
  it('PLT-30: is refused when the mails of the day are used, before anything is written, until the next day', async () => {
    const made = await world({ settings: { accessTokenSeconds: 10 * 86_400 } });
    const { clock, sql, workspaceId } = made;
    await allow(2, made);
    const invite = inviting(made);
    const count = async () =>
      (await sql('select id from workspace_invitations where workspace_id = $1', [workspaceId])).length;
    await invite();
    await invite();

    const refusal = await invite().then(
      () => null,
      (error: unknown) => error,
    );

    if (!isFailure(refusal)) throw new Error('It was not refused');
    expect(refusal).to.include({ code: 'mail.budget_used', kind: 'too_many', retryAfterSeconds: 12 * 3600 });
    expect(refusal.details[0]?.code).to.equal('mails_per_day');
    expect(await count()).to.equal(2);
    expect(await mailsOf(made)).to.deep.equal({
      limit: 2,
      used: 2,
      reserved: 0,
      remaining: 0,
      overLimit: false,
      resetsAt: '2026-11-24T00:00:00.000Z',
    });
    clock.advance({ seconds: 12 * 3600 - 1 });
    expect(await failureOf(invite())).to.equal('mail.budget_used');
    clock.advance({ seconds: 1 });
    expect(await failureOf(invite())).to.equal('none');
  });

  it('PLT-30: twenty a day reach one person, from all workspaces together and however the address is written', async () => {
    const made = await meetingWorld();
    const { chancery, schedule, stranger, clock } = made;
    const other = await stranger();
    const meetings = await Promise.all(Array.from({ length: 20 }, () => schedule()));
    const invite = (index: number) =>
      chancery.meetings.createMeetingInvitation(
        {
          meetingId: meetings[index]?.id ?? '',
          email: index % 2 ? 'Dora@Client.example' : 'dora@client.example',
        },
        made.owner.session,
      );
    for (let sent = 0; sent < 19; sent += 1) await invite(sent);

    expect(await failureOf(inviting(made)('DORA@client.example', other))).to.equal('none');
    expect(await failureOf(invite(19))).to.equal('mail.budget_used');
    expect(await failureOf(inviting(made)(anAddress(), other))).to.equal('none');
    clock.advance({ seconds: 12 * 3600 });
    expect(await failureOf(invite(19))).to.equal('none');
  });

  it('PLT-30: a meeting is not created if not all of its guests can be mailed, and members are not counted', async () => {
    const made = await meetingWorld();
    const { schedule, person, sql, workspaceId } = made;
    const member = await person('member');
    await allow(2, made);
    const guests = (count: number) => Array.from({ length: count }, () => ({ email: anAddress() }));
    const meetings = async () =>
      (await sql('select id from meetings where workspace_id = $1', [workspaceId])).length;

    expect(await failureOf(schedule({ invitees: guests(3) }))).to.equal('mail.budget_used');
    expect([await meetings(), (await mailsOf(made))?.used]).to.deep.equal([1, 0]);
    await schedule({ invitees: [...guests(2), { userId: member.id }] });
    expect([await meetings(), (await mailsOf(made))?.used]).to.deep.equal([2, 2]);
    expect(await failureOf(schedule({ invitees: [{ userId: member.id }] }))).to.equal('none');
  });

  it('PLT-30: a change that goes out with one that waits is counted once, and one without mail not at all', async () => {
    const made = await meetingWorld({ invitees: [{ email: anAddress() }, { email: anAddress() }] });
    const { chancery, owner, meetingId, mails } = made;
    let { version } = made.meeting;
    const rename = (title: string, notify = true) =>
      chancery.meetings.updateMeeting(
        { meetingId, title, notify, expectedVersion: version++ },
        owner.session,
      );
    expect(await mails()).to.have.lengthOf(2);

    await rename('First');
    await made.worker.drain();
    await rename('Second');
    await made.worker.drain();
    await rename('Third', false);

    expect((await mailsOf(made))?.used).to.equal(4);
    expect(await mails()).to.have.lengthOf(2);
  });

  it('PLT-30: a cancellation is never refused, but counted, so that the limit may be passed', async () => {
    const made = await meetingWorld({ invitees: [{ email: anAddress() }, { email: anAddress() }] });
    const { chancery, owner, meetingId, mails } = made;
    const { version } = made.meeting;
    await mails();
    await allow(2, made);
    expect(
      await failureOf(
        chancery.meetings.updateMeeting(
          { meetingId, title: 'Other', expectedVersion: version },
          owner.session,
        ),
      ),
    ).to.equal('mail.budget_used');

    await chancery.meetings.cancelMeeting({ meetingId, expectedVersion: version }, owner.session);

    expect(await mails()).to.have.lengthOf(2);
    expect(await mailsOf(made)).to.include({ limit: 2, used: 4, remaining: 0, overLimit: true });
  });

  it('PLT-30: a reminder that nobody asked for passes the limit of the workspace, and leaves out who has had the mails of a day', async () => {
    const made = await meetingWorld({
      scheduledStartAt: '2026-11-24T09:00:00Z',
      invitees: [{ email: 'eva@client.example' }, { email: 'finn@client.example' }],
      settings: { reminders: [60] },
    });
    const { clock, worker, ports, sql, workspaceId } = made;
    await made.mails();
    await allow(1, made);
    clock.advance({ seconds: 20 * 3600 - 120 });
    await worker.run('meetings.plan_reminders');
    // The day's mails of one of them are used by another workspace.
    const recipient = hexOf(hmacSha256(ports.keyRing.derive('outside-mail'), 'eva@client.example'));
    await sql("insert into mail_recipients (day, recipient, mails) values ('2026-11-24', $1, 20)", [
      recipient,
    ]);
    ports.mail.sent.length = 0;

    clock.advance({ seconds: 120 });
    await worker.run('meetings.reminders');
    await worker.drain();

    expect(ports.mail.sent.map(({ to }) => to.address)).to.deep.equal(['finn@client.example']);
    const [counter] = await sql(
      "select used::integer from usage_counters where workspace_id = $1 and code = 'mails_per_day' and period_start = '2026-11-24'",
      [workspaceId],
    );
    expect(counter).to.deep.equal({ used: 1 });
  });

  it('PLT-30: a registration answers the same for an address that is known, whether mails of the day are left or not', async () => {
    const made = await webinarWorld();
    await made.register('Gil');
    await allow(1, made);

    expect(await failureOf(made.register('Gil'))).to.equal('mail.budget_used');
    expect(await failureOf(made.register('Hal'))).to.equal('mail.budget_used');
    await allow(2, made);
    expect(await failureOf(made.register('Gil'))).to.equal('none');
    expect(await failureOf(made.register('Hal'))).to.equal('none');
  });

  it('PLT-30: the counts of days that are over are deleted', async () => {
    const made = await world({ settings: { accessTokenSeconds: 10 * 86_400 } });
    const { clock, worker, sql } = made;
    await sql('delete from mail_recipients');
    await inviting(made)();
    const rows = async () =>
      (
        await sql(
          "select 1 from mail_recipients union all select 1 from usage_counters where code = 'mails_per_day' and workspace_id = $1",
          [made.workspaceId],
        )
      ).length;

    clock.advance({ days: 2 });
    await worker.run('mail_counts.prune');
    expect(await rows()).to.equal(2);
    clock.advance({ days: 1 });
    await worker.run('mail_counts.prune');
    expect(await rows()).to.equal(0);
  });

  it('PLT-30: every reaction says whom it mails, mails about an account have a lane of their own, and no other has it', () => {
    const mailing = reactions().filter(({ mails }) => mails !== null);
    const ofAccounts = mailing.filter(({ mails }) => mails === 'account');

    expect(
      reactions()
        .filter(({ policy }) => policy.queue === 'mail')
        .filter(({ mails }) => mails === null)
        .map(({ topic }) => topic),
    ).to.deep.equal(['workspace.tell_of_closing']);
    expect(
      Object.fromEntries(
        mailing.flatMap(({ topic, mails }) => (typeof mails === 'object' ? [[topic, mails?.beyond]] : [])),
      ),
    ).to.deep.equal(beyondTheBudget);
    expect(ofAccounts.map(({ policy }) => policy.queue)).to.deep.equal(
      ofAccounts.map(() => accountMailQueue),
    );
    expect(mailing.filter((one) => one.policy.queue === accountMailQueue)).to.deep.equal(ofAccounts);
    expect(ofAccounts.map(({ topic }) => topic)).to.include.members([
      'identity.mail_verify_email',
      'identity.mail_new_device',
      'identity.mail_factor_added',
    ]);
  });
});

describe('mail to people who are no members, at once', () => {
  it('PLT-30: of many calls at the last mail of the day exactly one passes, for a workspace and for a recipient', async () => {
    const database = await postgresDatabase({ poolSize: 10 });
    const made = await world({ database });
    const strangers = [await made.stranger(), await made.stranger()];
    await allow(21, made);
    for (let sent = 0; sent < 20; sent += 1) await inviting(made)();

    const outcomes = await Promise.all(Array.from({ length: 8 }, () => failureOf(inviting(made)())));
    expect(outcomes.sort()).to.deep.equal([...Array(7).fill('mail.budget_used'), 'none']);

    const recipient = hexOf(hmacSha256(made.ports.keyRing.derive('outside-mail'), 'ines@client.example'));
    await made.sql("insert into mail_recipients (day, recipient, mails) values ('2026-11-23', $1, 19)", [
      recipient,
    ]);
    const toOne = await Promise.all(
      strangers.map((by) => failureOf(inviting(made)('ines@client.example', by))),
    );
    expect(toOne.sort()).to.deep.equal(['mail.budget_used', 'none']);
    await database.close();
  });
});

onBothDatabases('the lane of identity', (database) => {
  it('PLT-30: a reset leaves at once while nine thousand other mails are queued and five of them hang', async () => {
    const made = await world({ database: database() });
    const { chancery, owner, ports, sql, clock } = made;
    await inviting(made)('ines@client.example');
    await sql(
      `insert into jobs (id, workspace_id, queue, topic, context, payload, status, attempts, max_attempts, available_at, correlation_id, created_at)
       select gen_random_uuid(), j.workspace_id, j.queue, j.topic, j.context, j.payload, 'pending', 0, 12, j.available_at, j.correlation_id, j.created_at
       from jobs j, generate_series(1, 9000) where j.topic = 'workspace.mail_invitation' and j.workspace_id = $1`,
      [made.workspaceId],
    );
    const { send } = ports.mail;
    const release = deferred();
    let hanging = 0;
    ports.mail.send = async (message) => {
      if (!message.to.address.endsWith('@client.example')) return send.call(ports.mail, message);
      hanging += 1;
      await release.promise;
    };
    clock.advance({ seconds: 1 });
    const worker = createWorker(ports, { pollMilliseconds: 20 });
    await worker.start();
    try {
      while (hanging < 5) await new Promise((resolve) => setTimeout(resolve, 10));

      await chancery.identity.forgotPassword({ email: owner.email }, { ...owner.session, credential: null });
      const isReset = ({ to, text }: (typeof ports.mail.sent)[number]) =>
        to.address === owner.email && /reset/i.test(text);
      while (!ports.mail.sent.some(isReset)) await new Promise((resolve) => setTimeout(resolve, 10));

      expect(hanging).to.equal(5);
    } finally {
      await sql(
        "update jobs set status = 'cancelled' where topic = 'workspace.mail_invitation' and status in ('pending', 'retrying')",
      );
      release.resolve();
      await worker.stop();
    }
  });
});
