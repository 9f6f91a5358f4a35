import { faultsOf, lifecycleOffice, type Person } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { noticeMail } from './mails/lifecycle-notice.ts';

type Recipient = 'lifecycle_owner' | 'document_owner' | 'admins';

/** An office whose documents are told of 30 and 7 days before, at nine in Berlin. */
async function noticing(recipients: readonly Recipient[] = ['document_owner']) {
  const here = await lifecycleOffice();
  const { policy, everywhere, upload, put, worker, ports, clock } = here;
  const notices = [30, 7].map((daysBefore) => ({ daysBefore, recipients: [...recipients] }));
  const { id: policyId } = await policy({
    notices,
    timeZone: 'Europe/Berlin',
    noticeLocalTime: '09:00',
    requireConfirmation: false,
  });
  await everywhere(policyId);
  await worker.drain();
  ports.mail.sent.length = 0;
  return {
    ...here,
    policyId,
    dated: async (statedExpiresOn: string, input: object = {}, said: object = {}) => {
      const document = await upload(input);
      await put(document.id, { statedExpiresOn, ...said });
      return document;
    },
    until: (instant: string) =>
      clock.advance({ seconds: (Date.parse(instant) - Date.parse(clock.now())) / 1000 }),
    async tick() {
      await worker.run('lifecycle.plan');
      await worker.run('lifecycle.notices');
    },
    /** Notices go to the address of this member, who is not told by a role that shows them the document. */
    toAddressOf: ({ email }: Person) =>
      here.lifecycle.updateExpirationPolicy(
        { policyId, notices: [{ daysBefore: 30, recipients: ['custom'], emails: [email] }] },
        here.owner.session,
      ),
    mails: ({ email }: Person) => ports.mail.sent.filter(({ to }) => to.address === email),
    actions: async () =>
      here.sql<{ status: string; daysBefore: number }>(
        `select status, (params->>'daysBefore')::integer "daysBefore" from lifecycle_actions
         where workspace_id = $1 and kind = 'send_notice' order by due_at, id`,
        [here.workspaceId],
      ),
  };
}

/** Nine in Berlin, 30 days before the last day of the year. */
const morning = '2026-12-01T08:00:00.000Z';

describe('sendLifecycleNotice', () => {
  it('LIF-11: sends a notice once, however often it is planned and started, and says so in the ledger', async () => {
    const { dated, tick, until, mails, owner, happened, worker } = await noticing();
    const { id } = await dated('2026-12-31', { name: 'Lease' });
    until(morning);

    await tick();
    await tick();
    await Promise.all([worker.run('lifecycle.notices'), worker.run('lifecycle.notices')]);

    expect(mails(owner).map(({ subject }) => subject)).to.deep.equal(['Look at the date of Lease']);
    const [sent, ...more] = (await happened()).filter(({ type }) => type === 'lifecycle.notice_sent');
    expect(more).to.deep.equal([]);
    expect(sent?.target).to.deep.equal({ kind: 'document', id });
    expect(sent?.facts).to.include({ daysBefore: 30, expiresOn: '2026-12-31', recipients: 1 });
  });

  it('LIF-13, LIF-27: gathers what is due at once into one mail for each person', async () => {
    const { dated, tick, until, mails, owner, bo, clock } = await noticing(['lifecycle_owner']);
    await dated('2026-12-31', { name: 'Lease' }, { ownerUserId: bo.id });
    await dated('2026-12-31', { name: 'Permit' }, { ownerUserId: bo.id });
    await dated('2026-12-31', { name: 'Licence' });
    until(morning);

    await tick();
    clock.advance({ seconds: 60 });
    await tick();

    const [mail, ...more] = mails(bo);
    expect(more).to.deep.equal([]);
    expect(mail?.subject).to.equal('Look at the dates of 2 documents');
    expect(mail?.text).to.include('Lease').and.to.include('Permit').and.not.to.include('Licence');
    expect(mails(owner).map(({ subject }) => subject)).to.deep.equal(['Look at the date of Licence']);
  });

  it('LIF-12: of missed notices sends the latest alone, and none that is older than thirty days', async () => {
    const { dated, tick, until, mails, owner, actions } = await noticing();
    await dated('2026-12-31', { name: 'Lease' });
    await tick();

    until('2026-12-30T10:00:00.000Z');
    await tick();
    expect(mails(owner)).to.have.length(1);
    expect((await actions()).map(({ status, daysBefore }) => [daysBefore, status])).to.deep.equal([
      [30, 'skipped'],
      [7, 'succeeded'],
    ]);

    await dated('2026-11-30', { name: 'Old' });
    await tick();
    expect(mails(owner)).to.have.length(1);
  });

  it('LIF-14: tells nobody who may not see the document, then its owner, and else the owners of the workspace', async () => {
    const { upload, put, tick, until, mailsTo, owner, admin, bo, person, chancery, toAddressOf } =
      await noticing();
    await toAddressOf(bo);
    const cy = await person('member', 'Cy');
    for (const [name, uploader] of [
      ['Secret', cy],
      ['Abandoned', admin],
    ] as const) {
      const { id } = await upload({ name, visibility: 'restricted' }, uploader);
      await put(id, { statedExpiresOn: '2026-12-31' });
    }
    await chancery.workspace.suspendMember({ userId: admin.id }, owner.session);
    until(morning);

    await tick();

    expect([mailsTo(bo), mailsTo(admin)]).to.deep.equal([[], []]);
    expect(mailsTo(cy)).to.deep.equal(['Look at the date of Secret']);
    expect(mailsTo(owner)).to.deep.equal(['Look at the date of Abandoned']);
  });

  it('LIF-31: tells a person once who is concerned in several ways, in their language and the zone of the document', async () => {
    const { dated, tick, until, mails, admin, chancery } = await noticing([
      'lifecycle_owner',
      'document_owner',
      'admins',
    ]);
    await chancery.identity.updateMe({ locale: 'de' }, admin.session);
    await dated('2026-12-31', { name: 'Mietvertrag' }, { ownerUserId: admin.id });
    until(morning);

    await tick();

    const [mail, ...more] = mails(admin);
    expect(more).to.deep.equal([]);
    expect(mail?.subject).to.equal('Bitte das Datum von Mietvertrag ansehen');
    expect(mail?.text).to.include('Donnerstag, 31. Dezember 2026: Mietvertrag (Europe/Berlin)');
  });

  it('LIF-8: says that a date is not confirmed', async () => {
    const { dated, tick, until, mails, owner, lifecycle, policyId, worker, confirm } = await noticing();
    await lifecycle.updateExpirationPolicy({ policyId, requireConfirmation: true }, owner.session);
    await worker.drain();
    const [open, sure] = [await dated('2026-12-31', { name: 'Lease' }), await dated('2026-12-31')];
    await confirm(sure.id, '2026-12-31');
    until(morning);

    await tick();

    const text = mails(owner)[0]?.text ?? '';
    expect(text.match(/, not confirmed/g)).to.have.length(1);
    expect(text).to.include('please confirm it');
    expect(open.name).to.equal('Lease');
  });

  it('LIF-15: sends what is due for documents on hold, and nothing for those in the trash', async () => {
    const { dated, tick, until, mails, owner, lifecycle, trash } = await noticing();
    const [held, gone] = [await dated('2026-12-31', { name: 'Held' }), await dated('2026-12-31')];
    await lifecycle.placeLegalHold({ documentId: held.id, matter: 'Case', reason: 'A claim' }, owner.session);
    await tick();
    until(morning);
    await trash(gone.id);

    await tick();

    expect(mails(owner).map(({ subject }) => subject)).to.deep.equal(['Look at the date of Held']);
  });

  it('LIF-15: tells nobody of a document that is trashed while its notice waits, and plans it anew once it is back', async () => {
    const { dated, tick, until, mails, owner, ports, worker, clock, trash, documents, actions, happened } =
      await noticing();
    const [gone] = [
      await dated('2026-12-31', { name: 'Gone' }),
      await dated('2026-12-31', { name: 'Lease' }),
    ];
    until(morning);
    const send = ports.mail.send.bind(ports.mail);
    ports.mail.send = async () => {
      throw new Error('The mailer is away');
    };
    await tick();
    await trash(gone.id);
    ports.mail.send = send;
    clock.advance({ minutes: 10 });
    await worker.drain();
    clock.advance({ minutes: 10 });
    await worker.drain();

    expect(mails(owner).map(({ subject }) => subject)).to.deep.equal(['Look at the date of Lease']);
    const told = async () =>
      (await happened()).flatMap(({ type, target }) =>
        type === 'lifecycle.notice_sent' ? [target?.id] : [],
      );
    expect(await told())
      .to.have.length(1)
      .and.not.to.include(gone.id);
    const ofNow = async () =>
      (await actions()).filter(({ daysBefore }) => daysBefore === 30).map(({ status }) => status);
    expect(await ofNow()).to.have.members(['cancelled', 'succeeded']);

    await documents.restoreDocument({ documentId: gone.id }, owner.session);
    await tick();
    expect(mails(owner).map(({ subject }) => subject)).to.deep.equal([
      'Look at the date of Lease',
      'Look at the date of Gone',
    ]);
    expect(await told()).to.include(gone.id);
  });

  it('says that a notice was missed if whom it concerned no longer sees the document', async () => {
    const {
      dated,
      tick,
      until,
      mails,
      owner,
      bo,
      ports,
      worker,
      clock,
      documents,
      actions,
      happened,
      toAddressOf,
    } = await noticing();
    await toAddressOf(bo);
    const { id: documentId } = await dated('2026-12-31', { name: 'Lease' });
    until(morning);
    const send = ports.mail.send.bind(ports.mail);
    ports.mail.send = async () => {
      throw new Error('The mailer is away');
    };
    await tick();
    await documents.updateDocument({ documentId, visibility: 'restricted' }, owner.session);
    ports.mail.send = send;
    clock.advance({ minutes: 10 });
    await worker.drain();

    expect(mails(bo)).to.deep.equal([]);
    expect((await happened()).map(({ type }) => type)).not.to.include('lifecycle.notice_sent');
    expect((await actions()).map(({ status, daysBefore }) => [daysBefore, status])).to.deep.include([
      30,
      'skipped',
    ]);
  });

  it('LIF-27: tries again while the mailer is away, and sends each mail once afterwards', async () => {
    const { dated, tick, until, mails, owner, ports, worker, clock, actions } = await noticing();
    for (const name of ['Lease', 'Permit']) await dated('2026-12-31', { name });
    until(morning);
    const send = ports.mail.send.bind(ports.mail);
    let isAway = true;
    ports.mail.send = async (message) => {
      if (isAway) throw new Error('The mailer is away');
      return send(message);
    };
    await tick();
    expect(mails(owner)).to.deep.equal([]);

    isAway = false;
    clock.advance({ minutes: 10 });
    await worker.drain();
    clock.advance({ minutes: 10 });
    await worker.drain();

    expect(mails(owner).map(({ subject }) => subject)).to.deep.equal(['Look at the dates of 2 documents']);
    const states = (await actions())
      .filter(({ daysBefore }) => daysBefore === 30)
      .map(({ status }) => status);
    expect(states).to.deep.equal(['succeeded', 'succeeded']);
  });
});

describe('the mail with notices', () => {
  it('LIF-13: names at most fifty documents, and counts the others', () => {
    const document = { expiresOn: '2026-12-31', timeZone: 'Europe/Berlin', isUnconfirmed: false };
    const documents = Array.from({ length: 52 }, (_, n) => ({ ...document, name: `Lease ${n}` }));
    const addressee = { locale: 'en', recipientName: 'Ada', workspaceName: 'Office' };

    const mail = noticeMail({ ...addressee, documents, link: 'https://example.com/' });

    expect(mail.subject).to.equal('Look at the dates of 52 documents');
    expect(mail.text.match(/Lease \d+/g)).to.have.length(50);
    expect(mail.text).to.include('Further: 2 more');
  });

  it('goes to addresses of people who are no members only where the workspace allows it, and tells nothing restricted', async () => {
    const here = await lifecycleOffice();
    const { policy, everywhere, upload, put, worker, ports, clock, lifecycle, owner } = here;
    const outside = { daysBefore: 30, recipients: ['custom' as const], emails: ['broker@outside.example'] };
    const refused = await faultsOf(policy({ notices: [outside] }));
    await lifecycle.updateLifecycleSettings({ externalNotices: true }, owner.session);
    await everywhere((await policy({ notices: [outside], requireConfirmation: false })).id);
    const { id: open } = await upload({ name: 'Lease' });
    const { id: restricted } = await upload({ name: 'Secret', visibility: 'restricted' });
    for (const id of [open, restricted]) await put(id, { statedExpiresOn: '2026-12-31' });
    await worker.drain();
    ports.mail.sent.length = 0;
    clock.advance({ seconds: 9 * 86_400 });

    await worker.run('lifecycle.plan');
    await worker.run('lifecycle.notices');

    expect(refused).to.deep.equal(['/notices/0/emails/0 field.not_an_option']);
    const sent = ports.mail.sent.map(({ to, subject }) => [to.address, subject]);
    expect(sent).to.have.deep.members([
      ['broker@outside.example', 'Look at the date of Lease'],
      [owner.email, 'Look at the date of Secret'],
    ]);
    const [mail] = ports.mail.sent.filter(({ to }) => to.address === 'broker@outside.example');
    expect(mail?.text).to.include('has entered your address').and.not.to.include('http');
    const ended = await here.sql<{ status: string }>(
      "select status from lifecycle_actions where workspace_id = $1 and kind = 'send_notice' and due_at < $2",
      [here.workspaceId, clock.now()],
    );
    expect(ended.map(({ status }) => status)).to.deep.equal(['succeeded', 'succeeded']);
  });
});
