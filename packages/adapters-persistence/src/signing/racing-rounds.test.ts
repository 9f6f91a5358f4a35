import { plusDays } from '@chancery/core/internal';
import { expect } from 'chai';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { untilItWaits } from '../testing/lock-waits.ts';
import { aVisitor, completionOf, typed } from '../testing/signed-documents.ts';
import { alan, grace, type SigningWorld, signingWorld } from '../testing/signing-world.ts';
import { failureOf } from '../testing/world.ts';

describe('signing rounds under races, on PostgreSQL', () => {
  let database: Database;
  let here: SigningWorld;
  before(async () => {
    database = await postgresDatabase();
    here = await signingWorld({ database });
  });
  after(() => database.close());

  const counted = (outcomes: readonly string[]) =>
    Object.fromEntries(
      [...new Set(outcomes)].sort().map((code) => [code, outcomes.filter((each) => each === code).length]),
    );
  const liveLinks = async (documentId: string) =>
    (await here.sql(`select id from signing_links where document_id = $1 and status = 'live'`, [documentId]))
      .length;

  /** Begins to act, and once that waits for the document, another transaction changes what belongs to it. */
  async function changedDuring<Answer>(
    documentId: string,
    changes: readonly string[],
    act: () => Promise<Answer>,
  ): Promise<Answer> {
    const [other, probe] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await other.query('begin');
      await other.query('select from documents where id = $1 for update', [documentId]);
      const acting = act();
      await untilItWaits(probe, acting);
      for (const change of changes)
        await other.query(`update ${change} where document_id = $1`, [documentId]);
      await other.query('commit');
      return await acting;
    } finally {
      for (const client of [other, probe]) client.release();
    }
  }
  const voiding = [
    `signature_rounds set status = 'voided', version = version + 1`,
    `signers set status = 'cancelled', next_reminder_at = null`,
    `signing_links set status = 'ended', ended_reason = 'voided', ended_at = now()`,
  ];

  it('SIG-8: of twenty who send at once one does, with one mail for each person, one copy and one envelope', async () => {
    const { signing, owner, prepared, sql, worker, subjectsTo, workspaceId } = here;
    const { documentId } = await prepared();

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => failureOf(signing.sendDocument({ documentId }, owner.session))),
    );
    await worker.drain();

    expect(counted(outcomes)).to.deep.equal({ 'document.invalid_state': 19, none: 1 });
    expect(subjectsTo(grace.email)).to.have.length(1);
    const [kept] = await sql<{ copies: number; envelopes: number }>(
      `select (select count(*)::int from document_versions where document_id = $1 and kind = 'signing_copy') "copies",
              (select sum(used)::int from usage_counters where workspace_id = $2 and code = 'envelopes_per_month') "envelopes"`,
      [documentId, workspaceId],
    );
    expect(kept).to.deep.equal({ copies: 1, envelopes: 1 });
    expect(await liveLinks(documentId)).to.equal(1);
  });

  it('SIG-1: of ten who set people by the same version, one does', async () => {
    const { signing, owner, prepared } = here;
    const { documentId, signature } = await prepared();
    const expectedVersion = signature.version;
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        failureOf(
          signing.setDocumentSigners({ documentId, signers: [grace], expectedVersion }, owner.session),
        ),
      ),
    );
    expect(counted(outcomes)).to.deep.equal({ none: 1, version_conflict: 9 });
  });

  it('SIG-18: voiding, a fresh link and the deadline at once end in one order, and no link survives the end', async () => {
    const { signing, owner, sent, sql, worker } = here;
    for (let round = 0; round < 8; round += 1) {
      const { documentId, signers } = await sent();
      const who = { documentId, signerId: signers[0]?.id ?? '' };
      await sql(`update signature_rounds set deadline_at = '2026-11-23T12:00:00Z' where document_id = $1`, [
        documentId,
      ]);
      const [voided] = await Promise.all([
        failureOf(signing.voidDocument({ documentId, reason: 'Wrong annex' }, owner.session)),
        failureOf(signing.createSigningLink(who, owner.session)),
        worker.run('documents.expire_rounds'),
      ]);
      const [row] = await sql<{ status: string; events: number }>(
        `select r.status, (select count(*)::int from audit_event e
           where e.target_id = r.document_id::text and e.action in ('document.voided', 'document.expired')) "events"
         from signature_rounds r where r.document_id = $1`,
        [documentId],
      );
      expect([voided, row]).to.be.deep.oneOf([
        ['none', { status: 'voided', events: 1 }],
        ['document.invalid_state', { status: 'expired', events: 1 }],
      ]);
      expect(await liveLinks(documentId)).to.equal(0);
    }
  });

  for (const [rules, what, topic, happens, settings] of [
    [
      'SIG-18, SIG-19',
      'its deadline',
      'documents.expire_rounds',
      ['document.expired'],
      { reminders: null, expiryWarningDays: 0 },
    ],
    [
      'SIG-18, SIG-20',
      'a reminder',
      'documents.reminders',
      ['signer.reminded'],
      { reminders: { firstAfterDays: 1, everyDays: 1, max: 1 }, expiryWarningDays: 0 },
    ],
    ['SIG-18, SIG-21', 'the warning', 'documents.reminders', [], { reminders: null, expiryWarningDays: 1 }],
  ] as const)
    it(`${rules}: of a round that is voided while ${what} waits for it nothing more is said, and others go on`, async () => {
      const { sent, sql, clock, worker, ports, happened } = await signingWorld({ database });
      const deadlineAt = plusDays(clock.now(), 2);
      const { documentId } = await sent({ ...settings, deadlineAt });
      await sent({ ...settings, deadlineAt, signers: [alan] });
      const [mails, events] = [ports.mail.sent.length, (await happened()).length];
      clock.advance({ days: topic === 'documents.expire_rounds' ? 2 : 1 });

      await changedDuring(documentId, voiding, () => worker.run(topic));
      await worker.drain();

      const [round] = await sql<{ status: string }>(
        'select status from signature_rounds where document_id = $1',
        [documentId],
      );
      expect(round).to.deep.equal({ status: 'voided' });
      expect((await happened()).slice(events).map(({ type }) => type)).to.deep.equal(happens);
      const mailed = ports.mail.sent.slice(mails).map(({ to }) => to.address);
      expect(mailed).to.include(alan.email).and.not.include(grace.email);
    });

  it('SIG-20: a reminder whose time is moved while it waits, such as by one that is sent by hand, waits for its new time', async () => {
    const { sent, clock, worker, happened } = await signingWorld({ database });
    const { documentId } = await sent({
      reminders: { firstAfterDays: 1, everyDays: 1, max: 1 },
      expiryWarningDays: 0,
      deadlineAt: plusDays(clock.now(), 9),
    });
    const events = (await happened()).length;
    const said = async () => (await happened()).slice(events).map(({ type }) => type);
    clock.advance({ days: 1 });
    const later = [`signers set next_reminder_at = next_reminder_at + interval '1 hour'`];

    await changedDuring(documentId, later, () => worker.run('documents.reminders'));

    expect(await said()).to.deep.equal([]);
    clock.advance({ hours: 1 });
    await worker.run('documents.reminders');
    expect(await said()).to.deep.equal(['signer.reminded']);
  });

  it('SIG-18: who declines or signs while the round is being voided finds the link gone', async () => {
    const { signing, sent, tokenOf, happened } = await signingWorld({ database });
    const visitor = aVisitor();
    const acts = [
      (token: string) => signing.declineSigning({ token, reason: 'No' }, visitor),
      (token: string, documentSha256: string) =>
        signing.completeSigning(
          { ...completionOf(token, documentSha256), signature: typed('Grace') },
          visitor,
        ),
    ];
    for (const act of acts) {
      const { documentId, signature } = await sent();
      const token = tokenOf(grace.email);
      const before = (await happened()).length;

      const code = await changedDuring(documentId, voiding, () =>
        failureOf(act(token, signature?.signingCopySha256 ?? '')),
      );

      expect(code).to.equal('link.gone');
      expect((await happened()).slice(before)).to.deep.equal([]);
    }
  });

  it('SIG-11: of ten links that are made at once for one person, the last one alone is live', async () => {
    const { signing, owner, sent, sql } = here;
    const { documentId, signers } = await sent();
    const who = { documentId, signerId: signers[0]?.id ?? '' };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => failureOf(signing.createSigningLink(who, owner.session))),
    );
    expect(counted(outcomes)).to.deep.equal({ none: 10 });
    const links = await sql<{ version: number }>(
      `select link_version "version" from signing_links where document_id = $1 and status = 'live'`,
      [documentId],
    );
    expect(links).to.deep.equal([{ version: 11 }]);
  });

  it('PLT-11: rows of a round are seen in their own workspace alone', async () => {
    const { sent, stranger, signing } = here;
    const { documentId, signers } = await sent();
    const mallory = (await stranger()).session;
    const who = { documentId, signerId: signers[0]?.id ?? '' };
    expect([
      await failureOf(signing.setDocumentSigners({ documentId, signers: [] }, mallory)),
      await failureOf(signing.setDocumentFields({ documentId, fields: [] }, mallory)),
      await failureOf(signing.sendDocument({ documentId }, mallory)),
      await failureOf(signing.remindSigner(who, mallory)),
      await failureOf(signing.createSigningLink(who, mallory)),
      await failureOf(signing.updateSigner({ ...who, name: 'Mallory' }, mallory)),
      await failureOf(signing.voidDocument({ documentId, reason: 'Mine' }, mallory)),
    ]).to.deep.equal(Array.from({ length: 7 }, () => 'document.not_found'));
  });
});
