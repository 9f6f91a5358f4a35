import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { aFile, failureOf, fileRequestWorld } from '../testing/index.ts';

const pdf = (text: string) => `%PDF-1.7\n${text}\n%%EOF`;

onBothDatabases('requests for files when many act at once', (database) => {
  const opened = () => fileRequestWorld({ database: database(), settings: { rateLimitScale: 0 } });

  it('CFR-4: of twenty files that come at once an item takes exactly as many as it may have', async () => {
    const { sent, sendIn, read, objects, storage } = await opened();
    const { request, token } = await sent({ items: [{ name: 'Passport', maxFiles: 4 }] });

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        failureOf(sendIn(token, 'Passport', { file: aFile('a.pdf', pdf(String(number).padStart(2, '0'))) })),
      ),
    );

    expect(outcomes.filter((code) => code === 'none')).to.have.length(4);
    expect(outcomes.filter((code) => code === 'file_request.item_full')).to.have.length(16);
    expect((await read(request.id)).items[0]?.uploads).to.have.length(4);
    expect(await objects()).to.have.length(4);
    expect(await storage()).to.deep.equal({ used: 0, reserved: 4 * 17 });
  });

  it('CFR-13: of files whose late verdicts come at once each opens the item again, and none is counted', async () => {
    const settings = { inspectionSeconds: 0.05, rateLimitScale: 0 };
    const { sent, sendIn, read, ports, clock, worker } = await fileRequestWorld({
      database: database(),
      settings,
    });
    const { request, token } = await sent({ items: [{ name: 'Passport', maxFiles: 6 }] });
    const scan = ports.scanner.scan.bind(ports.scanner);
    ports.scanner.scan = () => new Promise(() => undefined);
    await Promise.all(Array.from({ length: 6 }, () => sendIn(token)));
    expect((await read(request.id)).status).to.equal('submitted');
    ports.scanner.scan = scan;
    ports.scanner.answer = 'infected';
    clock.advance({ minutes: 1 });

    await worker.drain();

    const { status, progress, items } = await read(request.id);
    expect([status, progress.received, items[0]?.status]).to.deep.equal(['in_progress', 0, 'open']);
    expect(items[0]?.uploads.map((upload) => upload.status)).to.deep.equal(Array(6).fill('quarantined'));
  });

  it('CFR-13: a late verdict that two jobs come to at once is told once', async () => {
    const settings = { inspectionSeconds: 0.05, rateLimitScale: 0 };
    const { sent, sendIn, sql, ports, clock, worker, told, workspaceId } = await fileRequestWorld({
      database: database(),
      settings,
    });
    const { token } = await sent();
    const scan = ports.scanner.scan.bind(ports.scanner);
    ports.scanner.scan = () => new Promise(() => undefined);
    await sendIn(token);
    // A job is taken up a second time where its lease was over before its work was.
    await sql(
      `insert into jobs select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid()))).*
       from jobs j where j.workspace_id = $1 and j.topic = 'file_requests.scan'`,
      [workspaceId],
    );
    let looking = 0;
    let both = () => {};
    const areBoth = new Promise<void>((resolve) => {
      both = resolve;
    });
    ports.scanner.scan = async (...file) => {
      looking += 1;
      if (looking === 2) both();
      await areBoth;
      return scan(...file);
    };
    ports.scanner.answer = 'infected';
    clock.advance({ minutes: 1 });

    await worker.drain();

    expect(looking).to.equal(2);
    expect((await told()).filter((type) => type === 'file_request.upload_quarantined')).to.have.length(1);
    const failed = await sql(
      `select last_error_code from jobs where workspace_id = $1 and topic = 'file_requests.scan' and last_error_code is not null`,
      [workspaceId],
    );
    expect(failed).to.deep.equal([]);
  });

  it('CFR-6: of ten who accept one file at once one makes a document', async () => {
    const { requests, owner, sent, sendIn, documents, storage } = await opened();
    const { token } = await sent();
    const { upload } = await sendIn(token);

    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        failureOf(requests.reviewClientUpload({ uploadId: upload.id, decision: 'accept' }, owner.session)),
      ),
    );

    expect(outcomes.filter((code) => code === 'none')).to.have.length(1);
    expect(new Set(outcomes)).to.deep.equal(new Set(['none', 'client_upload.not_reviewable']));
    expect((await documents.listDocuments({}, owner.session)).documents).to.have.length(1);
    expect(await storage()).to.deep.equal({ used: 14, reserved: 0 });
  });

  it('CFR-6: of accepting and rejecting at once the rejection counts, whoever is first, and no document is left', async () => {
    const { requests, owner, sent, sendIn, documents, read } = await opened();
    for (let round = 0; round < 5; round += 1) {
      const { request, token } = await sent();
      const { upload } = await sendIn(token);
      const review = (decision: 'accept' | 'reject') =>
        failureOf(
          requests.reviewClientUpload({ uploadId: upload.id, decision, reason: 'No.' }, owner.session),
        );

      const [accepted, rejected] = await Promise.all([review('accept'), review('reject')]);

      expect(rejected).to.equal('none');
      expect(accepted).to.be.oneOf(['none', 'client_upload.not_reviewable']);
      expect((await read(request.id)).items[0]?.uploads[0]?.status).to.equal('rejected');
    }
    expect((await documents.listDocuments({}, owner.session)).documents).to.deep.equal([]);
  });

  it('CFR-9: of a file and a cancellation at once each is whole: the file is there, or its link is gone', async () => {
    const { requests, owner, sent, sendIn, read, objects } = await opened();
    for (let round = 0; round < 5; round += 1) {
      const before = (await objects()).length;
      const { request, token } = await sent();
      const [code] = await Promise.all([
        failureOf(sendIn(token)),
        requests.updateFileRequest({ requestId: request.id, status: 'cancelled' }, owner.session),
      ]);

      const after = await read(request.id);
      expect(after.status).to.equal('cancelled');
      expect(after.items[0]?.uploads).to.have.length(code === 'none' ? 1 : 0);
      expect((await objects()).length - before).to.equal(code === 'none' ? 1 : 0);
    }
  });

  it('CFR-2: of ten who send at once each makes a link, and one of them works', async () => {
    const { requests, owner, drafted, open } = await opened();
    const { id: requestId } = await drafted();

    const tokens = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { url } = await requests.sendFileRequest({ requestId, delivery: 'link' }, owner.session);
        return url?.split('#token=')[1] ?? '';
      }),
    );

    const outcomes = await Promise.all(tokens.map((token) => failureOf(open(token))));
    expect(outcomes.filter((code) => code === 'none')).to.have.length(1);
    expect(outcomes.filter((code) => code === 'link.gone')).to.have.length(9);
  });

  it('CFR-12: of clients who are told of the day while the workspace moves to another zone nobody is told twice', async () => {
    const { chancery, owner, sent, worker, later, read, subjectsTo, sql, workspaceId } = await opened();
    await chancery.workspace.updateSettings({ defaultTimeZone: 'Europe/Berlin' }, owner.session);
    const requests = [];
    for (let number = 0; number < 20; number += 1)
      requests.push(
        await sent({ dueOn: '2026-12-01', reminders: null, clientEmail: `client-${number}@example.org` }),
      );
    await worker.drain();
    const session = await later({ days: 7, hours: 20 });
    await chancery.workspace.updateSettings({ defaultTimeZone: 'America/New_York' }, session);

    await Promise.all([worker.drain(), worker.run('file_requests.due')]);
    await worker.drain();
    // Each waited for the other's request instead of running into it.
    const failed = await sql(
      'select topic, last_error_code from jobs where workspace_id = $1 and last_error_code is not null',
      [workspaceId],
    );
    expect(failed).to.deep.equal([]);
    // Nine in the morning over there.
    await later({ hours: 6 });
    await worker.run('file_requests.due');
    await worker.drain();

    const told = requests.map((_, number) => subjectsTo(`client-${number}@example.org`));
    expect(told).to.deep.equal(Array(20).fill(['Due today: Tax return']));
    expect((await read(requests[0]?.request.id ?? '')).status).to.equal('sent');
  });
});
