import {
  aClient,
  endingOf,
  failureOf,
  faultsOf,
  fileRequestWorld,
  theClient,
  webhookTestContext,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { MailRefused } from '../kernel/ports.ts';
import { plusDays } from '../kernel/time.ts';

describe('requests for files that are sent', () => {
  it('bring a link by mail, whose secret is nowhere else, and show the client what is asked for', async () => {
    const { requests, owner, drafted, worker, tokenOf, open, sql, told, subjectsTo } =
      await fileRequestWorld();
    const { id: requestId } = await drafted({ message: 'Dear Grace', dueOn: '2026-12-01' });

    const { request, url } = await requests.sendFileRequest({ requestId }, owner.session);
    await worker.drain();

    expect([request.status, request.linkVersion, url]).to.deep.equal(['sent', 1, null]);
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['Please send: Tax return']);
    const token = tokenOf(theClient.clientEmail);
    const [stored] = await sql<{ sealed: unknown; text: string }>(
      'select sealed_secret sealed, l::text text from file_request_links l where request_id = $1',
      [requestId],
    );
    expect(stored?.sealed).to.equal(null);
    expect(stored?.text).to.not.include(token);
    const seen = await open(token);
    expect(seen.request).to.deep.include({
      title: 'Tax return',
      message: 'Dear Grace',
      status: 'sent',
      clientName: 'Grace Hopper',
      dueOn: '2026-12-01',
      closed: false,
    });
    expect(seen.request.items.map(({ name, accept }) => [name, accept.slice(0, 3)])).to.deep.equal([
      ['Passport', ['application/pdf', '.pdf', 'image/png']],
      ['Payslips', ['application/pdf', '.pdf', 'image/png']],
    ]);
    expect([seen.workspace.name, seen.sender.displayName]).to.deep.equal(["Ada's workspace", 'Ada']);
    expect(JSON.stringify(seen)).to.not.include(owner.id).and.not.include(theClient.clientEmail);
    expect(await told()).to.deep.equal(['file_request.created', 'file_request.sent', 'file_request.opened']);
  });

  it('say when the link was first opened, and in the ledger only that once', async () => {
    const { sent, open, read, clock, told, later } = await fileRequestWorld();
    const { request, token } = await sent();
    const first = clock.now();

    await open(token);
    await open(token);
    await later({ minutes: 11 });
    await open(token);

    expect((await read(request.id)).firstOpenedAt).to.equal(first);
    expect((await told()).filter((type) => type === 'file_request.opened')).to.have.length(1);
    expect((await read(request.id)).version).to.equal(request.version);
  });

  it('CFR-2: send and remind make a fresh link, and every earlier one is superseded', async () => {
    const { requests, owner, sent, open, worker, tokenOf } = await fileRequestWorld();
    const { request, token } = await sent();
    const requestId = request.id;

    const reminded = await requests.remindFileRequest({ requestId, message: 'Please' }, owner.session);
    await worker.drain();
    const second = tokenOf(theClient.clientEmail);
    expect(await endingOf(open(token))).to.equal('link.gone superseded');
    expect((await open(second)).request.title).to.equal('Tax return');
    expect([reminded.request.linkVersion, reminded.url]).to.deep.equal([2, null]);

    const { url } = await requests.sendFileRequest({ requestId, delivery: 'link' }, owner.session);
    expect(await endingOf(open(second))).to.equal('link.gone superseded');
    expect((await open(url?.split('#token=')[1] ?? '')).request.title).to.equal('Tax return');
  });

  it('are neither sent nor reminded of for a version that is not the current one', async () => {
    const { requests, owner, sent, open } = await fileRequestWorld();
    const { request, token } = await sent();
    const stale = { requestId: request.id, expectedVersion: request.version + 1 };

    expect(await failureOf(requests.sendFileRequest(stale, owner.session))).to.equal('version_conflict');
    expect(await failureOf(requests.remindFileRequest(stale, owner.session))).to.equal('version_conflict');
    expect((await open(token)).request.title).to.equal('Tax return');

    const { version } = (await requests.getFileRequest({ requestId: request.id }, owner.session)).request;
    const current = { ...stale, expectedVersion: version };
    expect(await failureOf(requests.remindFileRequest(current, owner.session))).to.equal('none');
  });

  it('CFR-2: a mail that has not left when its link was replaced never leaves', async () => {
    const { requests, owner, drafted, worker, subjectsTo } = await fileRequestWorld();
    const { id: requestId } = await drafted();
    await requests.sendFileRequest({ requestId }, owner.session);
    await requests.remindFileRequest({ requestId }, owner.session);

    await worker.drain();

    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['Reminder: Tax return']);
  });

  it('are reminded by hand once in five minutes and ten times a day', async () => {
    const { requests, sent, later } = await fileRequestWorld({ settings: { rateLimitScale: 0 } });
    const { request } = await sent();
    const remind = async (minutes: number) => {
      const session = await later({ minutes });
      return failureOf(requests.remindFileRequest({ requestId: request.id, delivery: 'link' }, session));
    };

    expect(await remind(1)).to.equal('none');
    expect(await remind(4)).to.equal('rate_limited');
    for (let reminder = 2; reminder <= 10; reminder += 1) expect(await remind(6)).to.equal('none');
    expect(await remind(60)).to.equal('rate_limited');
    expect(await remind(24 * 60)).to.equal('none');
  });

  it('a draft is not reminded of, and what has ended is not sent', async () => {
    const { requests, owner, drafted, sent } = await fileRequestWorld();
    const { id: requestId } = await drafted();
    const { request } = await sent();
    await requests.updateFileRequest({ requestId: request.id, status: 'cancelled' }, owner.session);

    expect(await failureOf(requests.remindFileRequest({ requestId }, owner.session))).to.equal(
      'file_request.invalid_state',
    );
    expect(await failureOf(requests.sendFileRequest({ requestId: request.id }, owner.session))).to.equal(
      'file_request.invalid_state',
    );
  });

  it('an end that nobody chose is counted from the sending, and one that is over has to be moved first', async () => {
    const { requests, drafted, later, clock } = await fileRequestWorld();
    const [usual, chosen] = [await drafted(), await drafted({ expiresAt: '2026-11-25T12:00:00Z' })];
    const session = await later({ days: 10 });

    const { request } = await requests.sendFileRequest({ requestId: usual.id }, session);
    expect(request.expiresAt).to.equal(plusDays(clock.now(), 90));
    expect(await failureOf(requests.sendFileRequest({ requestId: chosen.id }, session))).to.equal(
      'file_request.invalid_state',
    );
  });

  it('another address of the client ends the link; another end moves that of the link', async () => {
    const { requests, owner, sent, open, read } = await fileRequestWorld();
    const { request, token } = await sent();
    const requestId = request.id;
    const expiresAt = '2026-12-24T12:00:00.000Z';

    await requests.updateFileRequest({ requestId, expiresAt }, owner.session);
    expect((await open(token)).request.expiresAt).to.equal(expiresAt);
    expect((await read(requestId)).linkExpiresAt).to.equal(expiresAt);

    await requests.updateFileRequest({ requestId, clientEmail: 'hopper@example.org' }, owner.session);
    expect(await endingOf(open(token))).to.equal('link.gone superseded');
    expect((await read(requestId)).linkExpiresAt).to.equal(null);
  });

  it('CFR-11: reminders run by their schedule, what was missed is one reminder, and one by hand leaves them as they are', async () => {
    const { requests, sent, later, worker, subjectsTo, read } = await fileRequestWorld();
    const { request } = await sent({ reminders: { firstAfterDays: 3, everyDays: 7, max: 3 } });
    const reminders = async () => {
      await worker.run('file_requests.reminders');
      return subjectsTo(theClient.clientEmail).length;
    };
    expect(request.nextReminderAt).to.equal('2026-11-26T12:00:00.000Z');

    await later({ days: 2 });
    expect(await reminders()).to.equal(0);
    let session = await later({ days: 1 });
    expect(await reminders()).to.equal(1);
    expect((await read(request.id)).nextReminderAt).to.equal('2026-12-03T12:00:00.000Z');
    await requests.remindFileRequest({ requestId: request.id }, session);
    expect((await read(request.id)).nextReminderAt).to.equal('2026-12-03T12:00:00.000Z');
    session = await later({ days: 20 });
    expect(await reminders()).to.equal(3);
    await later({ days: 7 });
    expect(await reminders()).to.equal(4);
    expect((await read(request.id)).nextReminderAt).to.equal(null);
  });

  it('CFR-11: whoever opened the link in the last day is left alone until the day is over', async () => {
    const { requests, sent, open, later, worker, subjectsTo } = await fileRequestWorld();
    const { request, token } = await sent();
    await later({ days: 2, hours: 20 });
    await open(token);

    const session = await later({ hours: 6 });
    await worker.run('file_requests.reminders');
    // What has nothing to do with the schedule leaves it as it is.
    await requests.updateFileRequest({ requestId: request.id, message: 'All pages, please' }, session);
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal([]);
    expect((await open(token)).request.status).to.equal('sent');
    // That they looked again counts too.
    await later({ hours: 24 });
    await worker.run('file_requests.reminders');
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['Reminder: Tax return']);
    expect(await endingOf(open(token))).to.equal('link.gone superseded');
  });

  it('CFR-12: on the due date a mail goes out at nine in the zone of the workspace, half hours too, and lists say what is overdue', async () => {
    for (const [zone, nine] of [
      ['Europe/Berlin', '2026-12-01T08:00:00.000Z'],
      ['Asia/Kolkata', '2026-12-01T03:30:00.000Z'],
      ['Asia/Kathmandu', '2026-12-01T03:15:00.000Z'],
      ['Pacific/Auckland', '2026-11-30T20:00:00.000Z'],
    ] as const) {
      const { sent, later, worker, subjectsTo, chancery, owner, clock, requests, open } =
        await fileRequestWorld();
      // Some were made before the workspace moved there.
      const { request, token } = await sent({ dueOn: '2026-12-01', reminders: null });
      await chancery.workspace.updateSettings({ defaultTimeZone: zone }, owner.session);
      await worker.drain();
      const untilNine = (Date.parse(nine) - Date.parse(clock.now())) / 1000;

      await later({ seconds: untilNine - 60 });
      await worker.run('file_requests.due');
      expect(subjectsTo(theClient.clientEmail), zone).to.deep.equal([]);
      let session = await later({ minutes: 1 });
      await worker.run('file_requests.due');
      await worker.run('file_requests.due');
      expect(subjectsTo(theClient.clientEmail), zone).to.deep.equal(['Due today: Tax return']);
      // It has no force of its own: the link goes on.
      expect((await open(token)).request.closed).to.equal(false);
      const overdue = async () =>
        (await requests.listFileRequests({}, session)).requests.map(({ id, overdue }) => [id, overdue]);
      expect(await overdue()).to.deep.equal([[request.id, false]]);
      session = await later({ hours: 15 });
      expect(await overdue()).to.deep.equal([[request.id, true]]);
    }
  });

  it('CFR-12: where the workspace moves to a zone in which it is past nine the mail leaves at once, and other settings move nothing', async () => {
    const { sent, later, worker, subjectsTo, chancery, owner, read } = await fileRequestWorld();
    const { updateSettings } = chancery.workspace;
    await updateSettings({ defaultTimeZone: 'UTC' }, owner.session);
    const { request } = await sent({ dueOn: '2026-12-01', reminders: null });
    await worker.drain();
    await updateSettings({ legalName: 'Ada Ltd' }, owner.session);
    await worker.drain();
    expect((await read(request.id)).version).to.equal(request.version);

    const session = await later({ days: 7, hours: 20 });
    await worker.run('file_requests.due');
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal([]);
    await updateSettings({ defaultTimeZone: 'Asia/Kolkata' }, session);
    await worker.drain();
    await worker.run('file_requests.due');
    await worker.drain();
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['Due today: Tax return']);
  });

  it('expire when their time is over, and open nothing from that instant on', async () => {
    const { sent, later, worker, open, read, told } = await fileRequestWorld();
    const { request, token } = await sent({ expiresAt: '2026-11-24T12:00:00Z' });
    await later({ hours: 24 });
    expect(await endingOf(open(token))).to.equal('link.gone expired');
    expect((await read(request.id)).status).to.equal('sent');

    await worker.run('file_requests.expire');
    await worker.run('file_requests.expire');

    expect(await read(request.id)).to.deep.include({ status: 'expired', linkExpiresAt: null });
    expect(await endingOf(open(token))).to.equal('link.gone expired');
    expect((await told()).filter((type) => type === 'file_request.expired')).to.have.length(1);
  });

  it('are cancelled with a word to the client, whose link ends', async () => {
    const { requests, owner, sent, drafted, open, worker, subjectsTo, ports } = await fileRequestWorld();
    const { request, token } = await sent();
    const draft = await drafted();
    for (const { id: requestId } of [request, draft])
      await requests.updateFileRequest(
        { requestId, status: 'cancelled', reason: 'We found it.' },
        owner.session,
      );
    await worker.drain();

    expect(await endingOf(open(token))).to.equal('link.gone cancelled');
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['No longer needed: Tax return']);
    expect(ports.mail.sent.at(-1)?.text).to.include('We found it.');
  });

  it('are completed by hand with a reason while something is missing; the link shows what was sent until it ends', async () => {
    const { requests, owner, sent, open, worker, subjectsTo } = await fileRequestWorld();
    const { request, token } = await sent();
    const complete = (reason?: string) =>
      requests.updateFileRequest(
        { requestId: request.id, status: 'completed', ...(reason === undefined ? {} : { reason }) },
        owner.session,
      );

    expect(await faultsOf(complete())).to.deep.equal(['/reason file_request.reason_required']);
    const done = await complete('It came by post.');
    await worker.drain();

    expect(done.request).to.deep.include({ status: 'completed', endedReason: 'It came by post.' });
    expect((await open(token)).request).to.deep.include({ status: 'completed', closed: true });
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['Thank you, nothing is missing: Tax return']);
    expect(
      await failureOf(requests.updateFileRequest({ requestId: request.id, title: 'Late' }, owner.session)),
    ).to.equal('file_request.invalid_state');
  });

  it('are opened again with a new end, for a fresh link; a draft that was cancelled is a draft again', async () => {
    const { requests, owner, sent, drafted, open, told } = await fileRequestWorld();
    const { request, token } = await sent();
    const draft = await drafted();
    const expiresAt = '2027-01-01T00:00:00.000Z';
    const change = (requestId: string, more: object) =>
      requests.updateFileRequest({ requestId, ...more }, owner.session);
    for (const { id } of [request, draft]) await change(id, { status: 'cancelled' });

    expect(await faultsOf(change(request.id, { status: 'reopened' }))).to.deep.equal([
      '/expiresAt field.required',
    ]);
    const opened = await change(request.id, { status: 'reopened', expiresAt, title: 'Once more' });
    expect(opened.request).to.deep.include({
      status: 'sent',
      title: 'Once more',
      expiresAt,
      endedReason: null,
    });
    expect(await endingOf(open(token))).to.equal('link.gone cancelled');
    const { url } = await requests.remindFileRequest(
      { requestId: request.id, delivery: 'link' },
      owner.session,
    );
    expect((await open(url?.split('#token=')[1] ?? '')).request.title).to.equal('Once more');
    expect((await change(draft.id, { status: 'reopened', expiresAt })).request.status).to.equal('draft');
    expect(await failureOf(change(draft.id, { status: 'reopened', expiresAt }))).to.equal(
      'file_request.invalid_state',
    );
    expect((await told()).filter((type) => type === 'file_request.reopened')).to.have.length(2);
  });

  it('tell their owner when the link cannot be mailed; it stays good', async () => {
    const { requests, owner, drafted, worker, ports, subjectsTo, read } = await fileRequestWorld();
    const { id: requestId } = await drafted();
    const send = ports.mail.send.bind(ports.mail);
    ports.mail.send = async (message) => {
      if (message.to.address === theClient.clientEmail) throw new MailRefused('no such person');
      await send(message);
    };

    await requests.sendFileRequest({ requestId }, owner.session);
    await worker.drain();

    expect(subjectsTo(owner.email)).to.deep.equal(['The link could not be mailed: Tax return']);
    expect((await read(requestId)).status).to.equal('sent');
  });

  it('answer a link that nobody ever made with link.not_found', async () => {
    const { requests } = await fileRequestWorld();
    expect(await failureOf(requests.getClientFileRequest({ token: 'A'.repeat(43) }, aClient))).to.equal(
      'link.not_found',
    );
  });

  it('end when their workspace closes, and the client is told', async () => {
    const { chancery, owner, sent, worker, subjectsTo, open, sql } = await fileRequestWorld();
    const { request, token } = await sent();
    const { workspace } = await chancery.workspace.getWorkspace({}, owner.session);

    await chancery.workspace.closeWorkspace({ confirmSlug: workspace.slug }, owner.session);
    await worker.drain();

    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['No longer needed: Tax return']);
    expect(await endingOf(open(token))).to.equal('link.gone cancelled');
    const [row] = await sql<{ status: string }>('select status from file_requests where id = $1', [
      request.id,
    ]);
    expect(row?.status).to.equal('cancelled');
  });

  it('LIB-13: keep their owner in the workspace until somebody takes them over, with the templates', async () => {
    const { requests, chancery, owner, person, drafted, read } = await fileRequestWorld();
    const [member, heir] = [await person('member'), await person('member', 'Otto')];
    const request = await drafted({}, member);
    await requests.sendFileRequest({ requestId: request.id, delivery: 'link' }, member.session);
    const { template } = await requests.createFileRequestTemplate(
      { name: 'Tax', items: [{ name: 'Passport' }] },
      member.session,
    );
    const remove = (reassignToUserId?: string) =>
      chancery.workspace.removeMember(
        { userId: member.id, ...(reassignToUserId === undefined ? {} : { reassignToUserId }) },
        owner.session,
      );

    expect(await failureOf(remove())).to.equal('member.open_responsibilities');
    await remove(heir.id);

    expect((await read(request.id)).ownerUserId).to.equal(heir.id);
    const { templates } = await requests.listFileRequestTemplates({}, owner.session);
    expect(templates.map(({ id, ownerUserId }) => [id, ownerUserId])).to.deep.equal([[template.id, heir.id]]);
  });

  it('leave as webhooks with ids and states alone, except those of cases', async () => {
    const here = await fileRequestWorld();
    const { requests, owner, sent, cases, sql, workspaceId } = here;
    await webhookTestContext(here).register();
    const caseId = '01900000-0000-7000-8000-00000000000a';
    cases.set(caseId, [owner.id]);
    const { request } = await sent();
    await sent({ caseId });
    await requests.updateFileRequest({ requestId: request.id, status: 'cancelled' }, owner.session);

    const rows = await sql<{ type: string; data: object }>(
      'select event_type type, data from webhook_deliveries where workspace_id = $1 order by id',
      [workspaceId],
    );
    expect(rows.map(({ type, data }) => [type, data])).to.deep.equal([
      ['file_request.sent', { requestId: request.id, status: 'sent', version: 2 }],
      ['file_request.cancelled', { requestId: request.id, status: 'cancelled', version: 3 }],
    ]);
  });
});
