import {
  alan,
  aVisitor,
  completionOf,
  failureOf,
  faultsOf,
  grace,
  overridePlan,
  signingWorld,
  typed,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { Failure } from '../kernel/errors.ts';
import { MailRefused } from '../kernel/ports.ts';
import { plusDays } from '../kernel/time.ts';

const linda = { name: 'Linda', email: 'linda@example.org', key: 'linda' };

describe('links of a round that is out', () => {
  it('SIG-10: whoever comes later in a sequential round has no link, and gets none by asking', async () => {
    const { signing, owner, sent } = await signingWorld();
    const { documentId, signers } = await sent({ signers: [grace, alan], signingOrder: 'sequential' });
    const later = { documentId, signerId: signers[1]?.id ?? '' };
    expect(await failureOf(signing.remindSigner(later, owner.session))).to.equal('signer.not_their_turn');
    expect(await failureOf(signing.createSigningLink(later, owner.session))).to.equal(
      'signer.not_their_turn',
    );
  });

  it('PLT-30: nobody is mailed a link once the mails of the day are used; who signs is never refused for it', async () => {
    const { signing, owner, sql, workspaceId, prepared, sent, tokenOf } = await signingWorld();
    const { documentId, signers, signature } = await sent({
      signers: [grace, alan],
      signingOrder: 'sequential',
    });
    const waiting = await prepared();
    const who = { documentId, signerId: signers[0]?.id ?? '' };
    await overridePlan({ sql, workspaceId }, { mails_per_day: 1 });

    const { session } = owner;
    expect([
      await failureOf(signing.sendDocument({ documentId: waiting.documentId }, session)),
      await failureOf(signing.remindSigner(who, session)),
      await failureOf(signing.updateSigner({ ...who, email: 'grace.hopper@example.org' }, session)),
    ]).to.deep.equal(['mail.budget_used', 'mail.budget_used', 'mail.budget_used']);
    const completion = completionOf(tokenOf(grace.email), signature?.signingCopySha256 ?? '');
    expect(
      (await signing.completeSigning({ ...completion, signature: typed('Grace') }, aVisitor())).remaining,
    ).to.equal(1);
  });

  it('SIG-11: a reminder, a link by hand and a correction each end the link before them', async () => {
    const { signing, owner, worker, sent, tokenOf, goneBecause, clock } = await signingWorld();
    const { documentId, signers } = await sent();
    const who = { documentId, signerId: signers[0]?.id ?? '' };
    const first = tokenOf(grace.email);

    const reminded = await signing.remindSigner(who, owner.session);
    await worker.drain();
    const second = tokenOf(grace.email);
    expect(await Promise.all([first, second].map(goneBecause))).to.deep.equal(['superseded', null]);
    expect(reminded).to.deep.include({ sentTo: grace.email, linkExpiresAt: plusDays(clock.now(), 90) });

    const { url, linkVersion } = await signing.createSigningLink(who, owner.session);
    const third = url.split('#token=')[1] ?? '';
    expect([await goneBecause(second), await goneBecause(third), linkVersion]).to.deep.equal([
      'superseded',
      null,
      3,
    ]);

    await signing.updateSigner({ ...who, email: 'grace.hopper@example.org' }, owner.session);
    await worker.drain();
    expect(await goneBecause(third)).to.equal('superseded');
    expect(await goneBecause(tokenOf('grace.hopper@example.org'))).to.equal(null);
  });

  it('a reminder and a link by hand are refused for a version of the document that is not the current one', async () => {
    const { documents, signing, owner, sent, goneBecause, tokenOf } = await signingWorld();
    const { documentId, signers } = await sent();
    const who = { documentId, signerId: signers[0]?.id ?? '' };
    const { version } = (await documents.getDocument({ documentId }, owner.session)).document;
    const token = tokenOf(grace.email);

    const stale = { ...who, expectedVersion: version + 1 };
    expect(await failureOf(signing.remindSigner(stale, owner.session))).to.equal('version_conflict');
    expect(await failureOf(signing.createSigningLink(stale, owner.session))).to.equal('version_conflict');
    expect(await goneBecause(token)).to.equal(null);

    const current = { ...who, expectedVersion: version };
    expect(await failureOf(signing.remindSigner(current, owner.session))).to.equal('none');
  });

  it('a link by hand is for a frame too, once the workspace names who may frame it', async () => {
    const { chancery, signing, owner, sent, workspaceId } = await signingWorld();
    const { documentId, signers } = await sent();
    const link = () =>
      signing.createSigningLink({ documentId, signerId: signers[0]?.id ?? '' }, owner.session);
    expect((await link()).embedUrl).to.equal(null);

    await chancery.workspace.updateSettings({ embeddingOrigins: ['https://app.example.com'] }, owner.session);
    const { url, embedUrl } = await link();

    expect(embedUrl).to.equal(url.replace('/sign#', `/sign/embed/${workspaceId}#`));
  });

  it('SIG-11: a mail that has not left when its link was replaced never leaves', async () => {
    const { signing, owner, worker, prepared, subjectsTo } = await signingWorld();
    const { documentId } = await prepared();
    const { signers } = await signing.sendDocument({ documentId }, owner.session);
    const signerId = signers[0]?.id ?? '';
    await signing.updateSigner({ documentId, signerId, email: 'right@example.org' }, owner.session);
    await worker.drain();
    expect([subjectsTo(grace.email), subjectsTo('right@example.org')]).to.deep.equal([
      [],
      ['Please sign: letter.pdf'],
    ]);
  });

  it('SIG-11: thirty links by hand in an hour each end the one before, and another has to wait for the hour', async () => {
    const { signing, owner, sent, goneBecause, tokenOf, later } = await signingWorld();
    const { documentId, signers } = await sent();
    const who = { documentId, signerId: signers[0]?.id ?? '' };
    const link = (session = owner.session) => signing.createSigningLink(who, session);
    let token = tokenOf(grace.email);
    for (let count = 1; count <= 30; count += 1) {
      const { url, linkVersion } = await link();
      expect([linkVersion, await goneBecause(token)]).to.deep.equal([count + 1, 'superseded']);
      token = url.split('#token=')[1] ?? '';
    }
    expect(await failureOf(link())).to.equal('signer.reminded_recently');
    expect(await goneBecause(token)).to.equal(null);
    const session = await later({ hours: 1 });
    expect(await failureOf(link(session))).to.equal('none');
  });

  it('a person is reminded once in five minutes, and ten times a day', async () => {
    const { signing, owner, sent, later } = await signingWorld();
    const { documentId, signers } = await sent();
    let { session } = owner;
    const remind = async () => {
      try {
        await signing.remindSigner({ documentId, signerId: signers[0]?.id ?? '' }, session);
        return 'none';
      } catch (error) {
        return error instanceof Failure ? `${error.code} ${error.retryAfterSeconds}` : 'unexpected';
      }
    };
    expect([await remind(), await remind()]).to.deep.equal(['none', 'signer.reminded_recently 300']);
    for (let count = 1; count < 10; count += 1) {
      session = await later({ minutes: 5 });
      expect(await remind()).to.equal('none');
    }
    session = await later({ minutes: 5 });
    expect(await remind()).to.equal(`signer.reminded_recently ${86_400 - 50 * 60}`);
  });

  it('a correction changes nothing of who is done, and no two people become one', async () => {
    const { signing, owner, sent, complete } = await signingWorld();
    const { documentId, signers } = await sent({ signers: [grace, alan] });
    const [first, second] = signers.map(({ id }) => ({ documentId, signerId: id }));
    if (first === undefined || second === undefined) throw new Error('Both were sent a link');
    expect(
      await faultsOf(signing.updateSigner({ ...second, email: grace.email }, owner.session)),
    ).to.deep.equal(['/email signer.duplicate']);
    expect(
      await faultsOf(signing.updateSigner({ ...second, verification: 'sms' }, owner.session)),
    ).to.deep.equal(['/phone signer.phone_required']);
    await complete(first.signerId);
    expect(await failureOf(signing.updateSigner({ ...first, name: 'Other' }, owner.session))).to.equal(
      'signer.not_pending',
    );
    expect(await failureOf(signing.remindSigner(first, owner.session))).to.equal('signer.not_pending');
  });

  it('SIG-30: a fresh link begins verification anew, and only that of a manager lifts a lock of codes', async () => {
    const { signing, sent, sql, clock, worker, read, later } = await signingWorld();
    const phone = '+4930901820';
    const { documentId, signers } = await sent({ signers: [{ ...grace, verification: 'sms', phone }] });
    const who = { documentId, signerId: signers[0]?.id ?? '' };
    const lock = () =>
      sql(`update signers set verification_state = 'locked', locked_until = $2 where id = $1`, [
        who.signerId,
        plusDays(clock.now(), 100),
      ]);
    const state = async () => (await read(documentId)).signers[0]?.verificationState;

    await lock();
    const session = await later({ days: 3 });
    await worker.run('documents.reminders');
    expect([await state(), (await read(documentId)).signers[0]?.linkVersion]).to.deep.equal(['locked', 2]);
    await signing.remindSigner(who, session);
    expect(await state()).to.equal('required');
  });

  it('a link that could not be mailed stays good, and the ledger says so', async () => {
    const { prepared, signing, owner, worker, ports, happened, sql, subjectsTo } = await signingWorld();
    const { documentId } = await prepared();
    await signing.sendDocument({ documentId }, owner.session);
    ports.mail.failure = new MailRefused('no such mailbox');
    await worker.drain();
    expect((await happened()).at(-1)?.type).to.equal('signer.undeliverable');
    const [link] = await sql<{ status: string; sealed: unknown }>(
      'select status, sealed_secret "sealed" from signing_links where document_id = $1',
      [documentId],
    );
    expect(link).to.deep.equal({ status: 'live', sealed: null });
    expect(subjectsTo(grace.email)).to.deep.equal([]);
  });
});

describe('the end of a round', () => {
  it('SIG-19: voiding tells who had a link and was not done, and the owner, and nobody else', async () => {
    const { signing, owner, sent, complete, worker, ports, subjectsTo, goneBecause, tokenOf } =
      await signingWorld();
    const { documentId, signers } = await sent({
      signers: [
        { ...grace, order: 1 },
        { ...linda, order: 1 },
        { ...alan, order: 2 },
      ],
      signingOrder: 'sequential',
    });
    await complete(signers.find(({ key }) => key === 'grace')?.id ?? '');
    const token = tokenOf(linda.email);
    const before = ports.mail.sent.length;

    const { document, signature } = await signing.voidDocument(
      { documentId, reason: 'Wrong annex' },
      owner.session,
    );
    await worker.drain();

    expect([document.signatureStatus, signature.status, signature.endReason]).to.deep.equal([
      'voided',
      'voided',
      'Wrong annex',
    ]);
    expect(
      ports.mail.sent.slice(before).map(({ to, subject }) => [to.address, subject]),
    ).to.have.deep.members([
      [linda.email, 'Withdrawn: letter.pdf'],
      [owner.email, 'Voided: letter.pdf'],
    ]);
    for (const { text } of ports.mail.sent.slice(before)) expect(text).to.contain('Wrong annex');
    expect(subjectsTo(alan.email)).to.deep.equal([]);
    expect(await goneBecause(token)).to.equal('voided');
    expect(await failureOf(signing.voidDocument({ documentId, reason: 'Again' }, owner.session))).to.equal(
      'document.invalid_state',
    );
  });

  it('SHR-8: voiding ends the shares of the document in the same transaction', async () => {
    const { documents, signing, owner, sent, read } = await signingWorld();
    const { documentId } = await sent();
    await documents.createDocumentShare({ documentId }, owner.session);
    await signing.voidDocument({ documentId, reason: 'Wrong annex' }, owner.session);
    const { document, shares } = await read(documentId);
    expect(shares.map(({ status, revokeReason }) => [status, revokeReason])).to.deep.equal([
      ['revoked', 'document_voided'],
    ]);
    expect(document.shareCount).to.equal(0);
  });

  it('SIG-19: a deadline that passes ends the links and tells those who had one, once', async () => {
    const { sent, worker, ports, clock, owner, read, goneBecause, tokenOf, happened, later, complete } =
      await signingWorld();
    const { documentId, signers: people } = await sent({
      signers: [
        { ...grace, order: 1 },
        { ...linda, order: 1 },
        { ...alan, order: 2 },
      ],
      signingOrder: 'sequential',
      deadlineAt: plusDays(clock.now(), 2),
      expiryWarningDays: 0,
    });
    await complete(people.find(({ key }) => key === 'linda')?.id ?? '');
    const before = ports.mail.sent.length;
    await later({ days: 1, hours: 23, minutes: 59 });
    await worker.run('documents.expire_rounds');
    expect((await read(documentId)).document.signatureStatus).to.equal('sent');
    await later({ minutes: 1 });
    await worker.run('documents.expire_rounds');
    await worker.run('documents.expire_rounds');
    const { document, signers } = await read(documentId);
    expect([
      document.signatureStatus,
      ...signers.map(({ key, status }) => `${key} ${status}`).sort(),
    ]).to.deep.equal(['expired', 'alan expired', 'grace expired', 'linda completed']);
    expect(
      ports.mail.sent.slice(before).map(({ to, subject }) => [to.address, subject]),
    ).to.have.deep.members([
      [grace.email, 'The time to sign is over: letter.pdf'],
      [owner.email, 'Not signed in time: letter.pdf'],
    ]);
    expect(await goneBecause(tokenOf(grace.email))).to.equal('expired');
    expect((await happened()).at(-1)?.type).to.equal('document.expired');
  });

  it('SIG-30: a round that has expired goes on with its signatures, and counts no second envelope', async () => {
    const { signing, sent, complete, worker, clock, read, sql, workspaceId, subjectsTo, later } =
      await signingWorld();
    const { documentId, signers } = await sent({
      signers: [grace, alan],
      deadlineAt: plusDays(clock.now(), 2),
    });
    await complete(signers[0]?.id ?? '');
    const session = await later({ days: 2 });
    await worker.run('documents.expire_rounds');

    const send = (input: object) => signing.sendDocument({ documentId, ...input }, session);
    expect(await failureOf(send({}))).to.equal('signing.deadline_passed');
    expect(await faultsOf(send({ deadlineAt: plusDays(clock.now(), 5), subject: 'New' }))).to.deep.equal([
      '/subject field.not_an_option',
    ]);
    const again = await send({ deadlineAt: plusDays(clock.now(), 5) });
    await worker.drain();

    expect(again.signature?.round).to.equal(1);
    expect(again.signers.map(({ status, linkVersion }) => [status, linkVersion])).to.deep.equal([
      ['completed', 1],
      ['sent', 2],
    ]);
    expect(subjectsTo(alan.email).at(-1)).to.equal('Please sign: letter.pdf');
    const [counter] = await sql<{ used: number }>(
      `select sum(used)::int used from usage_counters where workspace_id = $1 and code = 'envelopes_per_month'`,
      [workspaceId],
    );
    expect(counter?.used).to.equal(1);
    expect((await read(documentId)).document.signatureStatus).to.equal('sent');
  });

  it('SEA-12: a round that was reopened says when it and each person were first sent', async () => {
    const { sent, signing, worker, clock, read, later, tokenOf } = await signingWorld();
    const firstAt = clock.now();
    const { documentId, signature } = await sent({
      signers: [grace, alan, linda],
      signingOrder: 'sequential',
      deadlineAt: plusDays(firstAt, 2),
    });
    await later({ hours: 1 });
    const turnAt = clock.now();
    const completion = completionOf(tokenOf(grace.email), signature?.signingCopySha256 ?? '');
    await signing.completeSigning({ ...completion, signature: typed('Grace') }, aVisitor());
    const session = await later({ days: 2 });
    await worker.run('documents.expire_rounds');

    await signing.sendDocument({ documentId, deadlineAt: plusDays(clock.now(), 5) }, session);

    const { signature: again, rounds, signers: people } = await read(documentId);
    expect([again?.sentAt, rounds[0]?.sentAt]).to.deep.equal([firstAt, firstAt]);
    expect(people.map(({ sentAt }) => sentAt)).to.deep.equal([firstAt, turnAt, null]);
  });

  it('SIG-24: another round begins with copies, and the one before stays as it ended', async () => {
    const { signing, owner, sent, read } = await signingWorld();
    const { documentId, signers, fields } = await sent();
    await signing.voidDocument({ documentId, reason: 'Wrong annex' }, owner.session);

    const next = await signing.setDocumentSigners(
      { documentId, signers: [{ ...grace, id: signers[0]?.id ?? '', name: 'Grace' }, alan] },
      owner.session,
    );

    expect([next.signature?.round, next.signature?.status]).to.deep.equal([2, 'preparing']);
    expect(next.signers.map(({ name, status, linkVersion }) => [name, status, linkVersion])).to.deep.equal([
      ['Grace', 'draft', null],
      ['Alan Turing', 'draft', null],
    ]);
    expect(next.signers[0]?.id).not.to.equal(signers[0]?.id);
    expect(next.fields.map(({ signerId, x, y }) => [signerId, x, y])).to.deep.equal(
      fields.map(({ x, y }) => [next.signers[0]?.id, x, y]),
    );
    const { rounds } = await read(documentId);
    expect(rounds.map(({ round, status, reason }) => [round, status, reason])).to.deep.equal([
      [1, 'voided', 'Wrong annex'],
      [2, 'preparing', null],
    ]);
    expect(await failureOf(signing.setDocumentFields({ documentId, fields: [] }, owner.session))).to.equal(
      'none',
    );
  });

  it('SIG-23: a document that is out is not trashed; once it is voided, it may be', async () => {
    const { documents, signing, owner, sent, holds } = await signingWorld();
    const { documentId } = await sent();
    const trash = () => failureOf(documents.trashDocument({ documentId }, owner.session));
    expect(await trash()).to.equal('document.signing_in_progress');
    await signing.voidDocument({ documentId, reason: 'Wrong annex' }, owner.session);
    expect(await trash()).to.equal('none');

    const held = await sent();
    await holds.place(held.documentId);
    const signerId = held.signers[0]?.id ?? '';
    expect(
      await failureOf(signing.remindSigner({ documentId: held.documentId, signerId }, owner.session)),
    ).to.equal('none');
  });

  it('malware in a document that is out voids its round, and nobody reads why in words of ours', async () => {
    const { sent, sql, ports, worker, read, clock, goneBecause, tokenOf, subjectsTo } = await signingWorld();
    const { documentId } = await sent();
    // Those of other tests have no bytes here.
    await sql(`update documents set scan = case when id = $1 then 'skipped' else 'clean' end`, [documentId]);
    ports.scanner.answer = 'infected';
    clock.advance({ minutes: 1 });
    await worker.run('documents.rescan');
    const { document, signature } = await read(documentId);
    expect([document.status, document.signatureStatus, signature?.endReason]).to.deep.equal([
      'quarantined',
      'voided',
      'quarantined',
    ]);
    expect(await goneBecause(tokenOf(grace.email))).to.equal('quarantined');
    expect(subjectsTo(grace.email).at(-1)).to.equal('Withdrawn: letter.pdf');
    expect(ports.mail.sent.at(-1)?.text).not.to.contain('quarantined');
  });
});

describe('reminders and warnings', () => {
  const remindersTo = (subjects: readonly string[]) =>
    subjects.filter((subject) => subject.startsWith('Reminder: ')).length;

  it('SIG-20: the first goes out when it is due, then others, and those that were missed are one', async () => {
    const { sent, worker, clock, later, subjectsTo, read } = await signingWorld();
    const { documentId } = await sent({ reminders: { firstAfterDays: 3, everyDays: 7, max: 3 } });
    const count = async (days: number) => {
      await later({ days });
      await worker.run('documents.reminders');
      return remindersTo(subjectsTo(grace.email));
    };
    const dueAt = async () => (await read(documentId)).signers[0]?.nextReminderAt;
    const firstAt = plusDays(clock.now(), 3);
    expect(await dueAt()).to.equal(firstAt);
    expect([await count(2), await count(1)]).to.deep.equal([0, 1]);
    expect(await dueAt()).to.equal(plusDays(firstAt, 7));
    expect([await count(6), await count(1)]).to.deep.equal([1, 2]);
    // Two were missed.
    expect([await count(15), await count(14)]).to.deep.equal([3, 3]);
    expect((await read(documentId)).signers[0]?.nextReminderAt).to.equal(null);
  });

  it('SIG-20: the schedule of a round that was reopened begins anew with the fresh links', async () => {
    const { sent, signing, worker, clock, later, read } = await signingWorld();
    const { documentId } = await sent({
      reminders: { firstAfterDays: 3, everyDays: 7, max: 3 },
      deadlineAt: plusDays(clock.now(), 2),
    });
    const session = await later({ days: 2 });
    await worker.run('documents.expire_rounds');
    await signing.sendDocument({ documentId, deadlineAt: plusDays(clock.now(), 60) }, session);
    const dueAt = async () => (await read(documentId)).signers[0]?.nextReminderAt;
    const reminderAt = plusDays(clock.now(), 3);
    expect(await dueAt()).to.equal(reminderAt);

    await later({ days: 3 });
    await worker.run('documents.reminders');

    expect(await dueAt()).to.equal(plusDays(reminderAt, 7));
  });

  it('SIG-20: none goes out after the deadline, or to whoever opened the link in the last day', async () => {
    const { sent, worker, clock, subjectsTo, sql, read, later } = await signingWorld();
    const { documentId, signers } = await sent({
      deadlineAt: plusDays(clock.now(), 5),
      reminders: { firstAfterDays: 3, everyDays: 1, max: 20 },
    });
    await later({ days: 3 });
    const openedAt = new Date(Date.parse(clock.now()) - 12 * 3_600_000).toISOString();
    await sql(`update signers set status = 'viewed', viewed_at = $2, last_opened_at = $2 where id = $1`, [
      signers[0]?.id,
      openedAt,
    ]);
    await worker.run('documents.reminders');
    expect(remindersTo(subjectsTo(grace.email))).to.equal(0);
    expect((await read(documentId)).signers[0]?.nextReminderAt).to.equal(plusDays(openedAt, 1));
    await later({ hours: 12 });
    await worker.run('documents.reminders');
    expect(remindersTo(subjectsTo(grace.email))).to.equal(1);
    // One more was due before the deadline, and nobody was there to send it.
    await later({ days: 2 });
    await worker.run('documents.reminders');
    await worker.run('documents.expire_rounds');
    await worker.run('documents.reminders');
    expect(remindersTo(subjectsTo(grace.email))).to.equal(1);
  });

  it('SIG-20: a reminder by hand leaves the schedule as it is', async () => {
    const { signing, sent, read, later } = await signingWorld();
    const { documentId, signers } = await sent();
    const dueAt = (await read(documentId)).signers[0]?.nextReminderAt;
    const session = await later({ days: 2 });
    await signing.remindSigner({ documentId, signerId: signers[0]?.id ?? '' }, session);
    expect((await read(documentId)).signers[0]?.nextReminderAt).to.equal(dueAt);
  });

  it('SIG-21: a warning goes once to those whose turn it is and to the owner, and leaves their links good', async () => {
    const { sent, worker, clock, subjectsTo, owner, tokenOf, goneBecause, ports } = await signingWorld();
    await sent({
      signers: [grace, alan],
      signingOrder: 'sequential',
      deadlineAt: plusDays(clock.now(), 10),
      reminders: null,
      expiryWarningDays: 2,
    });
    const token = tokenOf(grace.email);
    clock.advance({ days: 7, hours: 23, minutes: 59 });
    await worker.run('documents.reminders');
    expect([...subjectsTo(grace.email).slice(1), ...subjectsTo(owner.email)]).to.deep.equal([]);
    clock.advance({ minutes: 1 });
    await worker.run('documents.reminders');
    await worker.run('documents.reminders');
    expect(subjectsTo(grace.email).slice(1)).to.deep.equal(['The time to sign is nearly over: letter.pdf']);
    expect(subjectsTo(alan.email)).to.deep.equal([]);
    expect(subjectsTo(owner.email)).to.deep.equal(['Deadline near: letter.pdf']);
    // The day and the zone, for the owner as well.
    for (const address of [grace.email, owner.email])
      expect(ports.mail.sent.findLast(({ to }) => to.address === address)?.text).to.match(
        /^(Until|Deadline): \w+, \d{1,2} \w+ \d{4}, \d\d:\d\d \([\w/]+\)$/m,
      );
    expect(await goneBecause(token)).to.equal(null);
  });
});
