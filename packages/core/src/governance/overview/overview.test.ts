import {
  aFile,
  auditedOffice,
  failureOf,
  longSessions,
  noteOffice,
  type Person,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../../records/access/labels.ts';

type Office = Pick<Awaited<ReturnType<typeof noteOffice>>, 'chancery' | 'owner'>;

const overviewOf = async ({ chancery, owner }: Office, as: Person = owner) =>
  (await chancery.governance.getGovernanceOverview({}, as.session)).overview;
/** The risks with their severity, how many there are of each, and since when. */
const risksOf = async (here: Office, as?: Person) =>
  (await overviewOf(here, as)).risks.map(({ code, severity, count, since }) => [
    code,
    severity,
    count,
    since,
  ]);
const codesOf = async (here: Office, as?: Person) =>
  (await overviewOf(here, as)).risks.map(({ code }) => code);

/** A case of which the offer, a co-signature, a request for an amendment and a draft wait for somebody. */
async function waiting() {
  const here = await noteOffice(longSessions);
  const { records, aCase, bo, signed, ask, begin } = here;
  const di = await here.person('member', 'Di');
  const began = here.clock.now();
  await records.transferCase(
    { caseId: aCase.id, toUserId: di.id, reason: 'I move to another ward' },
    bo.session,
  );
  const { id: artifactId } = await signed({ coSignFromUserId: bo.id });
  await ask(artifactId);
  await begin({ title: 'Second interview' });
  return { ...here, artifactId, began };
}

describe('the overview of the governance of records', () => {
  it('4.18: says what waits for somebody, and none of it is a risk at once', async () => {
    const here = await waiting();

    expect(await overviewOf(here)).to.include({
      transfersPending: 1,
      coSignsPending: 1,
      amendmentsOverdue: 0,
    });
    const codes = ['transfer_stale', 'co_sign_overdue', 'amendment_overdue', 'unsigned_overdue'];
    expect(await codesOf(here)).to.not.include.members(codes);
    expect(await failureOf(overviewOf(here, here.bo))).to.equal('permission.denied');
  });

  it('4.18: a draft and a co-signature are late after 72 hours, and an offer is old after a week', async () => {
    const here = await waiting();
    const late = [
      ['co_sign_overdue', 'medium', 1, here.began],
      ['unsigned_overdue', 'medium', 1, new Date(Date.parse(here.began) + 72 * 3_600_000).toISOString()],
    ];
    const found = async () =>
      (await risksOf(here)).filter(([code]) => /co_sign|unsigned|transfer/.test(String(code)));

    here.clock.advance({ hours: 72 });
    expect(await found()).to.deep.equal([late[0]]);
    here.clock.advance({ seconds: 1 });
    expect(await found()).to.deep.equal(late);
    here.clock.advance({ days: 4 });
    expect(await found()).to.deep.equal([...late, ['transfer_stale', 'low', 1, here.began]]);
  });

  it('4.18: a request for an amendment is late from the day after its last one on, by the calendar of the workspace', async () => {
    const here = await waiting();
    await here.sql("update amendments set due_on = '2026-11-23' where workspace_id = $1", [here.workspaceId]);
    expect((await overviewOf(here)).amendmentsOverdue).to.equal(0);

    here.clock.advance({ days: 1 });

    expect((await overviewOf(here)).amendmentsOverdue).to.equal(1);
    const [risk] = (await overviewOf(here)).risks.filter(({ code }) => code === 'amendment_overdue');
    expect(risk).to.include({ severity: 'high', count: 1 });
    expect(Date.parse(risk?.since ?? '')).to.be.within(
      Date.parse('2026-11-23T11:00:00Z'),
      Date.parse('2026-11-24T12:00:00Z'),
    );
  });

  it('4.18: counts what is labelled for whoever passes it, and for privacy officers', async () => {
    const here = await waiting();
    const mask = maskOf(['psychotherapy']);
    for (const table of ['record_cases', 'record_entries'])
      await here.sql(`update ${table} set own_mask = $2, effective_mask = $2 where workspace_id = $1`, [
        here.workspaceId,
        mask,
      ]);

    expect(await overviewOf(here, here.admin)).to.include({ transfersPending: 0, coSignsPending: 0 });
    expect(await overviewOf(here)).to.include({ transfersPending: 1, coSignsPending: 1 });
    await here.sql('update record_cases set blocked_user_ids = array[$2] where workspace_id = $1', [
      here.workspaceId,
      here.owner.id,
    ]);
    expect(await overviewOf(here)).to.include({ transfersPending: 0, coSignsPending: 0 });
  });

  it('REC-22: an open case whose lead was suspended is a risk', async () => {
    const here = await noteOffice();
    expect(await codesOf(here)).to.not.include('case_without_lead');

    await here.sql("update memberships set status = 'suspended' where workspace_id = $1 and user_id = $2", [
      here.workspaceId,
      here.bo.id,
    ]);

    expect(await risksOf(here)).to.deep.include(['case_without_lead', 'high', 1, null]);
  });

  it('REC-11: an identifier that a hidden subject has too is a risk that privacy officers alone see', async () => {
    const here = await noteOffice();
    const identifiers = [{ type: 'client_number', system: 'urn:de:kv', value: 'A 12-34.5' }];
    const hidden = await here.create({ identifiers });
    await here.label(hidden.id, maskOf(['restricted']));
    await here.create({ displayName: 'Bob Jones', identifiers }, here.cy);

    expect(await risksOf(here)).to.deep.include(['possible_duplicate', 'medium', 1, null]);
    expect(await codesOf(here, here.admin)).to.not.include('possible_duplicate');

    await here.sql("update subject_identifiers set status = 'entered_in_error' where subject_id = $1", [
      hidden.id,
    ]);
    expect(await codesOf(here)).to.not.include('possible_duplicate');
  });

  it('4.18: a file that nobody has scanned within six hours is a risk, until somebody has', async () => {
    const here = await noteOffice(longSessions);
    const { id: artifactId } = await here.begin();
    const added = here.clock.now();
    const { attachment } = await here.records.uploadEntryAttachment(
      { artifactId, file: aFile('letter.txt', 'three') },
      here.cy.session,
    );
    await here.sql("update record_attachments set scan = 'skipped' where id = $1", [attachment.id]);
    here.clock.advance({ hours: 5 });
    expect(await codesOf(here)).to.not.include('scan_backlog');

    here.clock.advance({ hours: 1 });

    expect(await risksOf(here)).to.deep.include(['scan_backlog', 'medium', 1, added]);
    await here.sql("update record_attachments set scan = 'clean' where id = $1", [attachment.id]);
    expect(await codesOf(here)).to.not.include('scan_backlog');
  });

  it('SPR-8: that one person may decide alone is a risk while it is so', async () => {
    const here = await auditedOffice();
    const { workspace } = here.chancery;
    expect(await codesOf(here)).to.not.include('single_person_mode');

    await workspace.updateSettings({ secondPerson: 'cooling_off' }, here.owner.session);
    expect(await risksOf(here)).to.deep.include(['single_person_mode', 'medium', 1, here.clock.now()]);

    await workspace.updateSettings({ secondPerson: 'required' }, here.owner.session);
    expect(await codesOf(here)).to.not.include('single_person_mode');
  });

  it('WHK-9: an endpoint about records that was switched off for its failures is a risk', async () => {
    const here = await noteOffice();
    const { webhook } = await here.chancery.governance.createRecordWebhook(
      { url: 'https://hooks.example.com/records', eventTypes: ['*'] },
      here.owner.session,
    );
    expect(await codesOf(here)).to.not.include('webhook_disabled');

    await here.sql(
      "update webhook_endpoints set status = 'auto_disabled', failing_since = $2 where id = $1",
      [webhook.id, '2026-11-20T08:00:00.000Z'],
    );

    expect(await risksOf(here)).to.deep.include([
      'webhook_disabled',
      'medium',
      1,
      '2026-11-20T08:00:00.000Z',
    ]);
  });
});

describe('the ledger in the overview of governance', () => {
  it('4.18: says how far it is proven', async () => {
    const here = await auditedOffice(longSessions);
    expect((await overviewOf(here)).integrity).to.deep.equal({
      ...{ lastCheckAt: null, ok: null, checkpointSize: null, checkpointAt: null, cosignedSize: null },
    });

    const { size } = await here.checkpoint();
    const at = here.clock.now();
    expect((await overviewOf(here)).integrity).to.include({ checkpointSize: size, checkpointAt: at });

    here.clock.advance({ minutes: 5 });
    await here.verify();
    expect((await overviewOf(here)).integrity).to.include({ lastCheckAt: here.clock.now(), ok: true });
  });

  it('REC-79: a ledger that was changed is the worst risk until it is whole again', async () => {
    const here = await auditedOffice(longSessions);
    await here.projects(3);
    await here.tamper("update audit_event set action = 'project.deleted' where ledger_id = $1 and seq = 2", [
      here.workspaceId,
    ]);

    expect((await here.verify()).ok).to.equal(false);

    expect((await overviewOf(here)).integrity.ok).to.equal(false);
    expect((await risksOf(here))[0]).to.deep.equal(['ledger_integrity', 'critical', 1, here.clock.now()]);
  });

  it('4.18: an event that no checkpoint confirms within an hour is a risk', async () => {
    const here = await auditedOffice(longSessions);
    await here.checkpoint();
    here.clock.advance({ days: 2 });
    expect(await codesOf(here)).to.not.include('checkpoint_stale');
    await here.projects(1);
    const happened = here.clock.now();
    here.clock.advance({ minutes: 59 });
    expect(await codesOf(here)).to.not.include('checkpoint_stale');

    here.clock.advance({ minutes: 1 });

    expect(await risksOf(here)).to.deep.include(['checkpoint_stale', 'high', 1, happened]);
    await here.checkpoint();
    expect(await codesOf(here)).to.not.include('checkpoint_stale');
  });

  it('4.18: a witness that has cosigned nothing for a day while the ledger grew is a risk', async () => {
    const here = await auditedOffice(longSessions);
    const { size } = await here.checkpoint();
    const at = here.clock.now();
    await here.sql(
      `insert into audit_cosignatures (ledger_id, size, key_id, name, line, cosigned_at) values ($1, $2, 'k', 'witness', 'line', $3)`,
      [here.workspaceId, size, at],
    );
    here.clock.advance({ days: 2 });
    expect(await codesOf(here)).to.not.include('witness_stale');

    await here.projects(1);
    await here.checkpoint();

    expect((await overviewOf(here)).integrity.cosignedSize).to.equal(size);
    expect(await risksOf(here)).to.deep.include(['witness_stale', 'medium', 1, at]);
  });
});
