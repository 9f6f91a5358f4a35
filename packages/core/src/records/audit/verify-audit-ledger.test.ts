import {
  auditedOffice,
  failureOf,
  faultsOf,
  noon,
  openMigratedPglite,
} from '@chancery/adapters-persistence/testing';
import { operate, systemIds } from '@chancery/core';
import { encodePayload, records as internal } from '@chancery/core/internal';
import { expect } from 'chai';
import { stub } from 'sinon';

/** Appends so many events, as the database appends them. */
async function lengthen({ sql, workspaceId }: Awaited<ReturnType<typeof auditedOffice>>, count: number) {
  const payloads = Array.from({ length: count }, () =>
    Buffer.from(
      encodePayload({
        v: 1,
        id: systemIds.uuid7(),
        workspaceId,
        occurredAt: noon,
        action: 'project.created',
        outcome: 'success',
        actor: { kind: 'system', id: null, sessionId: null },
        access: { basis: 'none', grantId: null },
        purposeOfUse: null,
        labels: [],
        target: { kind: 'project', id: systemIds.uuid7(), version: null },
        refs: { subjectId: null, caseId: null, artifactId: null },
        facts: {},
        detail: null,
        requestId: systemIds.uuid7(),
        correlationId: systemIds.uuid7(),
      }),
    ).toString('hex'),
  );
  await sql(
    `select count(*) from (select set_config('app.workspace', $1, true) id offset 0) bound,
       lateral audit_append(bound.id, (select array_agg(decode(p, 'hex')) from unnest($2::text[]) p))`,
    [workspaceId, payloads],
  );
}

describe('verification of the ledger', () => {
  it('REC-70: says how far it went, and that no checkpoint confirms it yet', async () => {
    const here = await auditedOffice();
    await here.projects(2);
    const headSeq = await here.headSeq();

    const { durationMs, headHash, detailsChecked, ...report } = await here.verify();

    expect(report).to.deep.equal({
      ok: true,
      complete: true,
      fromSeq: 1,
      toSeq: headSeq,
      headSeq,
      eventsChecked: headSeq,
      detailsErased: 0,
      checkpointsChecked: 0,
      lastCheckpoint: null,
      firstBadSeq: null,
      reason: null,
      anchoredBy: 'genesis',
      nextFromSeq: null,
      warnings: [{ seq: headSeq, code: 'no_checkpoint' }],
      verifiedAt: here.clock.now(),
    });
    expect(durationMs).to.be.at.least(0);
    expect(headHash).to.match(/^[0-9a-f]{64}$/);
    expect(detailsChecked).to.be.above(0);
    expect((await here.happened()).at(-1)).to.deep.include({
      type: 'audit.verified',
      facts: { ok: true, fromSeq: 1, toSeq: headSeq, firstBadSeq: null, reason: null },
    });
  });

  it('REC-70: compares the tree with every checkpoint over the range', async () => {
    const here = await auditedOffice();
    for (let at = 0; at < 3; at += 1) {
      await here.projects(2);
      await here.checkpoint();
    }

    const report = await here.verify();

    expect(report).to.deep.include({ ok: true, checkpointsChecked: 3, warnings: [] });
  });

  it('REC-70: names the event of which the payload was changed, and that of which a column was', async () => {
    const here = await auditedOffice();
    await here.projects(3);
    const seq = (await here.headSeq()) - 1;
    await here.tamper(
      `update audit_event set payload = convert_to(replace(convert_from(payload, 'UTF8'), 'success', 'failure'), 'UTF8')
       where ledger_id = $1 and seq = $2`,
      [here.workspaceId, seq],
    );
    expect(await here.verify()).to.deep.include({ ok: false, firstBadSeq: seq, reason: 'hash_mismatch' });

    const other = await auditedOffice();
    await other.projects(3);
    await other.tamper(`update audit_event set actor_id = 'usr_other' where ledger_id = $1 and seq = 2`, [
      other.workspaceId,
    ]);
    expect(await other.verify()).to.deep.include({ firstBadSeq: 2, reason: 'projection_mismatch' });
  });

  it('REC-76: erased details are counted, and one that was deleted by hand is missing', async () => {
    const here = await auditedOffice();
    await here.projects(2);
    const rows = await here.sql<{ seq: string }>(
      'select seq from audit_detail where ledger_id = $1 order by seq',
      [here.workspaceId],
    );
    const [first, second] = rows.map(({ seq }) => Number(seq));

    const erased = await operate(
      here.ports,
      internal.ports,
      here.workspaceId,
      (work) => internal.eraseDetails(here.workspaceId, [first ?? 0, 999_999], 'request', work),
      'identity',
    );

    expect(erased).to.equal(1);
    expect(await here.verify()).to.deep.include({ ok: true, detailsErased: 1 });
    expect((await here.happened()).find(({ type }) => type === 'audit.detail_erased')?.facts).to.deep.equal({
      seqs: [first],
      reason: 'request',
    });
    await here.sql('delete from audit_detail where ledger_id = $1 and seq = $2', [here.workspaceId, second]);
    expect(await here.verify()).to.deep.include({ firstBadSeq: second, reason: 'detail_missing' });
    expect(await here.verify({ details: false })).to.deep.include({ ok: true, detailsChecked: 0 });
  });

  it('REC-76: a detail that was changed, and one that nothing commits to, are found', async () => {
    const here = await auditedOffice();
    await here.projects(1);
    const [row] = await here.sql<{ seq: string }>(
      'select max(seq) seq from audit_detail where ledger_id = $1',
      [here.workspaceId],
    );
    await here.sql(`update audit_detail set salt = sha256(salt) where ledger_id = $1 and seq = $2`, [
      here.workspaceId,
      row?.seq,
    ]);
    expect(await here.verify()).to.deep.include({
      firstBadSeq: Number(row?.seq),
      reason: 'detail_mismatch',
    });

    const other = await auditedOffice();
    const [bare] = await other.sql<{ seq: string }>(
      `select min(seq) seq from audit_event where ledger_id = $1 and position('"detail":null'::bytea in payload) > 0`,
      [other.workspaceId],
    );
    await other.sql(
      `insert into audit_detail select ledger_id, $2::bigint, salt, value, key_id from audit_detail where ledger_id = $1 limit 1`,
      [other.workspaceId, bare?.seq],
    );
    expect(await other.verify()).to.deep.include({
      firstBadSeq: Number(bare?.seq),
      reason: 'detail_unexpected',
    });
  });

  it('REC-77: a part of the ledger hangs on a checkpoint over the event before it, or on nothing', async () => {
    const here = await auditedOffice();
    await here.projects(3);
    const { size } = await here.checkpoint();
    await here.projects(3);

    expect(await here.verify({ fromSeq: size, toSeq: size })).to.deep.include({
      ok: true,
      anchoredBy: 'checkpoint',
      eventsChecked: 1,
      checkpointsChecked: 1,
    });
    expect(await here.verify({ fromSeq: size + 3 })).to.deep.include({ ok: true, anchoredBy: 'unanchored' });
    expect(await failureOf(here.verify({ fromSeq: 999_999 }))).to.equal('audit.event_not_found');
    expect(await faultsOf(here.verify({ fromSeq: 3, toSeq: 2 }))).to.deep.equal([
      '/toSeq field.out_of_range',
    ]);
  });

  it('REC-79, REC-81: a history that was rewritten with all its hashes fails at a checkpoint, and nothing is signed over it', async () => {
    const here = await auditedOffice();
    const { workspaceId } = here;
    await here.projects(2);
    const { size } = await here.checkpoint();
    await here.projects(2);
    await here.checkpoint();
    await rewrite(here, size + 2);

    const report = await here.verify();

    expect(report).to.deep.include({ ok: false, firstBadSeq: size + 1, reason: 'checkpoint_mismatch' });
    expect(await failureOf(here.checkpoint())).to.equal('audit.integrity_broken');
    const failed = (await here.happened()).filter(({ type }) => type === 'audit.integrity_failed');
    expect(failed).to.have.length(1);
    await here.worker.drain();
    expect(here.ports.mail.sent.filter(({ subject }) => subject.includes('ledger'))).to.have.length(1);

    // The same fault again is no news.
    await here.verify();
    expect((await here.happened()).filter(({ type }) => type === 'audit.integrity_failed')).to.have.length(1);
    expect(workspaceId).to.be.a('string');
  });

  it('REC-79: owners and privacy officers are mailed, each once, and nobody else', async () => {
    const here = await auditedOffice();
    const { owner, sql, workspaceId } = here;
    const officer = await here.person('member', 'Pia');
    await here.person('admin', 'Ann');
    const isOfficer = (userId: string) =>
      sql(
        `insert into member_clearances (workspace_id, user_id, clearance_mask, duties) values ($1, $2, 1, '{privacy_officer}')
         on conflict (workspace_id, user_id) do update set duties = '{privacy_officer}'`,
        [workspaceId, userId],
      );
    await isOfficer(officer.id);
    await isOfficer(owner.id);
    await here.projects(2);
    const { size } = await here.checkpoint();
    await here.projects(1);
    await rewrite(here, size - 1);

    await here.verify();
    await here.worker.drain();

    const mailed = here.ports.mail.sent.filter(({ subject }) => subject.includes('ledger'));
    expect(mailed.map(({ to }) => to.name)).to.have.members(['Ada', 'Pia']);
  });

  it('REC-79: a checkpoint finds a rewritten history by itself', async () => {
    const here = await auditedOffice();
    await here.projects(3);
    const { size } = await here.checkpoint();
    await here.projects(1);
    await rewrite(here, size - 1);

    expect(await failureOf(here.checkpoint())).to.equal('audit.integrity_broken');
    expect((await here.happened()).find(({ type }) => type === 'audit.integrity_failed')?.facts).to.include({
      reason: 'checkpoint_mismatch',
    });
  });

  it('REC-79: once the row is as it was, a whole verification lets checkpoints be signed again', async () => {
    const here = await auditedOffice();
    await here.projects(2);
    const flip = (from: string, to: string) =>
      here.tamper(
        `update audit_event set payload = convert_to(replace(convert_from(payload, 'UTF8'), $2, $3), 'UTF8')
         where ledger_id = $1 and seq = 2`,
        [here.workspaceId, `"outcome":"${from}"`, `"outcome":"${to}"`],
      );
    await flip('success', 'failure');
    expect(await here.verify()).to.deep.include({ ok: false, firstBadSeq: 2 });
    expect(await failureOf(here.checkpoint())).to.equal('audit.integrity_broken');

    await flip('failure', 'success');
    expect(await here.verify({ fromSeq: 2 })).to.deep.include({ ok: true });
    expect(await failureOf(here.checkpoint())).to.equal('audit.integrity_broken');
    expect(await here.verify()).to.deep.include({ ok: true });
    expect(await failureOf(here.checkpoint())).to.equal('none');
  });

  it('REC-78: a verification that stops when its time is up goes on where it stopped, and comes to the verdict of a whole one', async () => {
    const here = await auditedOffice();
    await lengthen(here, 4500);
    const first = await here.headSeq();
    const parts: Awaited<ReturnType<typeof here.verify>>[] = [];
    const stopwatch = stub(performance, 'now');
    let elapsed = 0;
    // Each look at the stopwatch finds the second over, so each call checks one part.
    stopwatch.callsFake(() => (elapsed += 2000));
    try {
      for (let fromSeq: number | null = 1; fromSeq !== null; fromSeq = parts.at(-1)?.nextFromSeq ?? null) {
        parts.push(await here.verify({ fromSeq, maxSeconds: 1 }));
      }
    } finally {
      stopwatch.restore();
    }

    const ranges = parts.map(({ fromSeq, nextFromSeq, headSeq }) => ({
      from: fromSeq,
      to: nextFromSeq ?? headSeq + 1,
    }));
    expect(ranges.length).to.be.above(2);
    expect(ranges[0]?.from).to.equal(1);
    expect(ranges.slice(1).map(({ from }) => from)).to.deep.equal(ranges.slice(0, -1).map(({ to }) => to));
    // What each verification appends itself is beyond the head that it has read, and left to the next one.
    expect(parts.map(({ headSeq }) => headSeq)).to.deep.equal(parts.map((_, at) => first + at));
    expect(parts.map(({ ok, complete }) => [ok, complete])).to.deep.equal(
      parts.map((_, at) => [true, at === parts.length - 1]),
    );
    const changed = first - 2;
    await here.tamper(`update audit_event set actor_id = 'usr_other' where ledger_id = $1 and seq = $2`, [
      here.workspaceId,
      changed,
    ]);
    const last = ranges.at(-2)?.to;
    expect(await here.verify({ fromSeq: last })).to.deep.include({ ok: false, firstBadSeq: changed });
    expect(await here.verify()).to.deep.include({ ok: false, firstBadSeq: changed });
  });

  it('REC-84: a clock that went back by more than five minutes is a warning', async () => {
    const here = await auditedOffice();
    await here.projects(1);
    here.clock.advance({ minutes: -4 });
    await here.projects(1);
    here.clock.advance({ minutes: -6 });
    await here.projects(1);
    const headSeq = await here.headSeq();

    const { ok, warnings } = await here.verify();

    expect(ok).to.equal(true);
    expect(warnings).to.deep.include({ seq: headSeq, code: 'time_regression' });
    expect(warnings.filter(({ code }) => code === 'time_regression')).to.have.length(1);
  });

  it('REC-79: the ledger is verified by itself in the night, and a missed night is made up for once', async () => {
    // The night verifies every workspace: of a database of its own that is this one.
    const here = await auditedOffice({ database: await openMigratedPglite() });
    await here.projects(2);
    const verified = async () =>
      (await here.happened()).filter(({ type }) => type === 'audit.verified').length;
    const tick = async () => {
      await here.worker.run('audit.nightly_due');
    };
    await tick();
    expect(await verified()).to.equal(1);
    here.clock.advance({ minutes: 30 });
    await tick();
    expect(await verified()).to.equal(1);
    here.clock.advance({ days: 1 });
    await tick();
    expect(await verified()).to.equal(2);
  });
});

/** An event and everything after it, with every hash and the head made anew: the chain alone cannot find it. */
async function rewrite(here: Awaited<ReturnType<typeof auditedOffice>>, fromSeq: number): Promise<void> {
  await here.tamper(
    `do $$
     declare row audit_event; prev bytea; made bytea;
     begin
       select hash into prev from audit_event where ledger_id = '${here.workspaceId}' and seq = ${fromSeq} - 1;
       for row in select * from audit_event where ledger_id = '${here.workspaceId}' and seq >= ${fromSeq} order by seq loop
         if row.seq = ${fromSeq} then
           row.payload := convert_to(regexp_replace(convert_from(row.payload, 'UTF8'), '"requestId":"[0-9a-f]', '"requestId":"f'), 'UTF8');
         end if;
         made := audit_entry_hash(prev, row.seq, row.payload);
         update audit_event set prev_hash = prev, hash = made, payload = row.payload
         where ledger_id = row.ledger_id and seq = row.seq;
         prev := made;
       end loop;
       update audit_head set last_hash = prev where ledger_id = '${here.workspaceId}';
     end $$`,
  );
}
