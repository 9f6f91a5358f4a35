import { disclosingOffice, failureOf, faultsOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { labelRules } from '../../records/access/labels.ts';
import { nextReminder } from './due-reminders.ts';

const inDays = (now: string, days: number) => new Date(Date.parse(now) + days * 86_400_000).toISOString();

/** An office in which consents to disclose are recorded too. */
async function consenting() {
  const here = await disclosingOffice();
  const { own, aCase, bo, cy, recipient } = here;
  const consent = async (input: object = {}) =>
    (
      await own.createRecordConsent(
        {
          subjectId: aCase.primarySubjectId,
          category: 'disclosure',
          method: 'written',
          grantedBy: { kind: 'subject', name: 'Ann Smith' },
          statementText: 'I agree that my records go to my insurer.',
          ...input,
        },
        bo.session,
      )
    ).consent;
  const askOn = (consentId: string, input: object = {}) =>
    here.ask({ basis: 'consent', consentId, legalReference: null, ...input });
  return { ...here, consent, askOn, cy, recipient };
}

describe('authorizations of disclosures', () => {
  it('GOV-4: are decided by somebody else than whoever asked, who is mailed without content', async () => {
    const { ask, decide, bo, cy, dee, worker, ports, workspaceId, disclosed, aCase } =
      await disclosingOffice();
    await worker.drain();
    ports.mail.sent.length = 0;

    const asked = await ask({ note: 'For her claim.' });
    await worker.drain();

    expect(asked).to.deep.include({
      ...{
        workspaceId,
        status: 'pending',
        accounted: true,
        maxReleases: 1,
        releasesUsed: 0,
        decidedBy: null,
      },
      caseId: aCase.id,
      createdBy: { userId: cy.id, displayName: 'Cy' },
    });
    expect(asked.authorizationNumber).to.match(/^DA-\d{4}-000001$/);
    // The owner has every duty of a workspace that they founded.
    expect(ports.mail.sent.map(({ to }) => to.name).sort()).to.deep.equal(['Ada', 'Bo', 'Dee']);
    expect(JSON.stringify(ports.mail.sent)).not.to.match(/Smith|claim|insurance/i);
    expect(await failureOf(decide(asked.id, 'approve', cy))).to.equal('permission.denied');
    const own = await ask({}, bo);
    expect(await failureOf(decide(own.id, 'approve', bo))).to.equal('second_person.required');
    const approved = await decide(own.id, 'approve', dee);
    expect(approved).to.deep.include({
      ...{ status: 'approved', singlePerson: false, version: 2 },
      decidedBy: { userId: dee.id, displayName: 'Dee' },
    });
    expect(await disclosed()).to.deep.equal([
      'disclosure.authorization_requested',
      'disclosure.authorization_requested',
      'disclosure.authorization_decided',
    ]);
  });

  it('GOV-4: with particular labels are decided by privacy officers alone', async () => {
    const { ask, decide, dee, owner, clear } = await disclosingOffice();
    const { id } = await ask({ scope: { labels: ['psychotherapy'] } });

    expect(await failureOf(decide(id, 'approve', dee))).to.equal('authorization.privacy_officer_required');
    await clear(dee, 0, ['privacy_officer']);
    expect((await decide(id, 'approve', dee)).status).to.equal('approved');
    const another = await ask({ scope: { labels: ['restricted'] } });
    // The owner has the duty, and does not lead the case.
    expect((await decide(another.id, 'deny', owner, { reason: 'Not needed' })).status).to.equal('denied');
    expect(await failureOf(decide(another.id, 'approve', owner))).to.equal('authorization.invalid_state');
  });

  it('say which fields do not go together', async () => {
    const { ask, clock, open, aCase } = await disclosingOffice();
    const faults = (input: object) => faultsOf(ask(input));
    const other = await open();

    expect(await faults({ legalReference: null })).to.deep.equal(['/legalReference field.required']);
    expect(await faults({ basis: 'consent' })).to.deep.equal(['/consentId field.required']);
    expect(await faults({ dueOn: clock.now().slice(0, 10) })).to.deep.equal(['/dueOn field.out_of_range']);
    expect(await faults({ validUntil: inDays(clock.now(), 366) })).to.deep.equal([
      '/validUntil field.out_of_range',
    ]);
    expect(await faults({ scope: { from: '2026-02-02', to: '2026-02-01' } })).to.deep.equal([
      '/scope/to field.invalid',
    ]);
    expect(await failureOf(ask({ subjectId: other.primarySubjectId }))).to.equal(
      'authorization.subject_not_in_case',
    );
    expect(aCase.primarySubjectId).not.to.equal(other.primarySubjectId);
  });

  it('enter the accounting but for consent, treatment, and what subjects ask for themselves', async () => {
    const { ask, consent, askOn, recipient } = await consenting();
    const legalReference = null;

    expect((await ask({ basis: 'court_order' })).accounted).to.equal(true);
    expect((await ask({ basis: 'treatment', legalReference })).accounted).to.equal(false);
    expect((await askOn((await consent()).id)).accounted).to.equal(false);
    const toSubject = { basis: 'subject_access_request', legalReference } as const;
    expect((await ask(toSubject)).accounted).to.equal(true);
    const self = await ask({ ...toSubject, recipient: { ...recipient, kind: 'subject' } });
    expect(self.accounted).to.equal(false);
    expect(Date.parse(self.dueOn) - Date.parse(self.requestedAt.slice(0, 10))).to.equal(30 * 86_400_000);
  });

  it('GOV-2: rest on a consent that covers purpose, recipient, case, types, days and labels', async () => {
    const { consent, askOn, decide, recipient, aCase, own, bo, clock } = await consenting();
    const outcome = async (scope: object, input: object = {}) => {
      const { id } = await consent({ scope });
      return askOn(id, input).then(
        ({ status }) => status,
        () => 'consent.not_valid',
      );
    };
    const no = 'consent.not_valid';

    expect(await outcome({})).to.equal('pending');
    expect(await outcome({ purposes: ['treatment'] })).to.equal(no);
    expect(await outcome({ recipients: [{ name: 'X', email: 'CLAIMS@example.org' }] })).to.equal('pending');
    expect(await outcome({ recipients: [{ name: 'Claims desk', email: 'other@example.org' }] })).to.equal(no);
    const known = { ...recipient, organization: 'Acme' };
    const named = { recipients: [{ name: 'claims desk', organization: 'ACME' }] };
    expect(await outcome(named, { recipient: known })).to.equal('pending');
    expect(await outcome(named)).to.equal(no);
    expect(await outcome({ caseIds: [aCase.id] })).to.equal('pending');
    expect(await outcome({ caseIds: [aCase.primarySubjectId] })).to.equal(no);
    expect(await outcome({ entryTypes: ['note'] })).to.equal(no);
    expect(await outcome({ entryTypes: ['note'] }, { scope: { entryTypes: ['note'] } })).to.equal('pending');
    expect(await outcome({ dataFrom: '2026-01-01' })).to.equal(no);
    expect(await outcome({ dataFrom: '2026-01-01' }, { scope: { from: '2026-01-02' } })).to.equal('pending');
    expect(await outcome({ dataTo: '2026-01-01' }, { scope: { to: '2026-01-02' } })).to.equal(no);
    expect(await outcome({}, { scope: { labels: ['restricted'] } })).to.equal(no);
    expect(await outcome({ labels: ['restricted'] }, { scope: { labels: ['restricted'] } })).to.equal(
      'pending',
    );
    expect(await outcome({}, { scope: { labels: ['confidential'] } })).to.equal('pending');

    const later = await consent({ effectiveFrom: inDays(clock.now(), 1) });
    expect(await failureOf(askOn(later.id))).to.equal(no);
    // It is looked at again when somebody decides.
    const given = await consent();
    const { id } = await askOn(given.id);
    const ending = await consent({ expiresAt: inDays(clock.now(), 1) });
    const resting = await askOn(ending.id);
    clock.advance({ days: 2 });
    expect(await failureOf(decide(resting.id))).to.equal(no);
    expect((await decide(id)).status).to.equal('approved');
    expect((await own.getRecordConsent({ consentId: given.id }, bo.session)).consent.status).to.equal(
      'active',
    );
  });

  it('GOV-2: what somebody forbids wins, but for the law and emergencies', async () => {
    const { ask, consent, askOn } = await consenting();
    const permit = await consent();
    await consent({ decision: 'deny', scope: { entryTypes: ['letter'] } });

    expect(await failureOf(askOn(permit.id))).to.equal('consent.not_valid');
    expect((await askOn(permit.id, { scope: { entryTypes: ['note'] } })).status).to.equal('pending');
    for (const basis of ['court_order', 'statutory_duty', 'emergency'] as const)
      expect((await ask({ basis })).status, basis).to.equal('pending');
    for (const basis of ['subpoena', 'treatment', 'other'] as const)
      expect(await failureOf(ask({ basis })), basis).to.equal('consent.not_valid');
  });

  it('GOV-2: a recipient without organization is known by name, and whoever permits an address means that address', async () => {
    const { ask, consent, askOn } = await consenting();
    const [jones, other] = [
      { kind: 'person', name: 'Dr Jones', email: 'jones@example.org' },
      { kind: 'person', name: 'Dr Jones', email: 'another@example.org' },
    ] as const;
    const named = await consent({ scope: { recipients: [{ name: 'dr jones' }] } });
    const addressed = await consent({
      scope: { recipients: [{ name: 'Dr Jones', email: 'jones@example.org' }] },
    });

    expect((await askOn(named.id, { recipient: other })).status).to.equal('pending');
    expect((await askOn(addressed.id, { recipient: jones })).status).to.equal('pending');
    expect(await failureOf(askOn(addressed.id, { recipient: other }))).to.equal('consent.not_valid');
    await consent({ decision: 'deny', scope: { recipients: [{ name: 'Dr Jones' }] } });
    expect(await failureOf(ask({ recipient: jones }))).to.equal('consent.not_valid');
    expect((await ask()).status).to.equal('pending');
  });

  it('REC-15: what was said and disclosed about a subject holds for the one that it is merged into', async () => {
    const here = await consenting();
    const { ask, consent, own, records, aCase, approvedWith, release, authorized, create, get, owner, bo } =
      here;
    const merged = aCase.primarySubjectId;
    await release((await approvedWith((await authorized()).id)).id);
    await records.createFollowUp({ caseId: aCase.id, title: 'Call back' }, bo.session);
    const survivor = await create({ displayName: 'Anna Schmidt' });
    await consent({ decision: 'deny', scope: { purposes: ['legal_proceedings'] } });
    const askAgain = (input: object) => failureOf(ask({ subjectId: survivor.id, ...input }));
    expect(await askAgain({})).to.equal('authorization.subject_not_in_case');

    const { merge } = await records.mergeSubject(
      {
        ...{ subjectId: survivor.id, mergedSubjectId: merged, reason: 'The same person' },
        ...{ expectedVersion: survivor.version, mergedExpectedVersion: (await get(merged)).version },
      },
      owner.session,
    );

    expect(merge.summary).to.deep.include({ cases: 1, consents: 1, followUps: 1 });
    expect(await askAgain({ purposeOfUse: 'legal_proceedings' })).to.equal('consent.not_valid');
    expect(await askAgain({})).to.equal('none');
    for (const subjectId of [survivor.id, merged]) {
      const consents = await own.listRecordConsents({ subjectId }, owner.session);
      expect(consents.consents.map(({ decision }) => decision)).to.deep.equal(['deny']);
      const accounting = await own.listAccountingOfDisclosures({ subjectId }, owner.session);
      expect(accounting.disclosures).to.have.length(1);
      const disclosures = await own.listDisclosures({ subjectId }, owner.session);
      expect(disclosures.authorizations).to.have.length(2);
    }
    expect(await failureOf(consent())).to.equal('subject.invalid_state');
  });

  it('are listed to whoever passes the case, and to privacy officers but for those of a wall', async () => {
    const { ask, own, bo, cy, owner, admin, person, clear, aCase, sql, decide } = await disclosingOffice();
    const first = await ask();
    const second = await ask({ legalReference: 'Another' });
    await decide(second.id);
    const list = async (as = cy, input: object = {}) =>
      (await own.listDisclosures(input, as.session)).authorizations.map(({ id }) => id);
    const eve = await person('member', 'Eve');

    expect(await list()).to.deep.equal([second.id, first.id]);
    expect(await list(cy, { status: 'pending' })).to.deep.equal([first.id]);
    expect(await list(cy, { subjectId: aCase.primarySubjectId, limit: 1 })).to.deep.equal([second.id]);
    expect(await list(eve)).to.deep.equal([]);
    await clear(eve, 0, ['privacy_officer']);
    expect(await list(eve)).to.deep.equal([second.id, first.id]);
    await sql('update record_cases set blocked_user_ids = $2 where id = $1', [aCase.id, [eve.id]]);
    expect(await list(eve)).to.deep.equal([]);
    expect(await failureOf(decide(first.id, 'approve', eve))).to.equal('authorization.not_found');
    expect([(await list(owner)).length, (await list(admin)).length, (await list(bo)).length]).to.deep.equal([
      2, 2, 2,
    ]);
  });

  it('GOV-32: a list withholds what another purpose would show, and counts it', async () => {
    const { ask, own, cy, clear, sql, aCase } = await disclosingOffice();
    await ask();
    const restricted = labelRules.restricted.bit;
    await clear(cy, restricted);
    await sql('update record_cases set own_mask = $2, effective_mask = $2 where id = $1', [
      aCase.id,
      restricted,
    ]);

    const without = await own.listDisclosures({}, cy.session);
    expect([without.count, without.withheldForPurpose]).to.deep.equal([0, 1]);
    const shown = await own.listDisclosures({ purposeOfUse: 'treatment' }, cy.session);
    expect([shown.count, shown.withheldForPurpose]).to.deep.equal([1, 0]);
  });

  it('end by the clock, with the packages that were not released', async () => {
    const { authorized, own, cy, clock, worker, prepare, signed, disclosed } = await disclosingOffice();
    const { id } = await authorized({ validUntil: inDays(clock.now(), 3) });
    const entry = await signed();
    await prepare(id, { items: [{ artifactId: entry.id }] });
    clock.advance({ days: 4 });

    const [before] = (await own.listDisclosures({}, cy.session)).authorizations;
    expect(before?.status).to.equal('expired');
    await worker.run('governance.expire_authorizations');
    await worker.run('governance.expire_authorizations');
    const { authorizations, packages } = await own.listDisclosures({ status: 'expired' }, cy.session);
    expect(authorizations.map(({ version }) => version)).to.deep.equal([3]);
    expect(packages.map(({ status }) => status)).to.deep.equal(['cancelled']);
    expect((await disclosed()).slice(-2)).to.deep.equal([
      'disclosure.authorization_expired',
      'disclosure.package_cancelled',
    ]);
  });

  it('those who decide are reminded a week and a day before it is due, and then every day', async () => {
    const { ask, clock, worker, ports, owner, admin, bo, cy } = await disclosingOffice();
    await ask();
    await worker.drain();
    // The sweep goes through what other tests have left too.
    const ours = [owner, admin, bo, cy].map(({ email }) => email);
    const told: string[] = [];
    for (let day = 0; day < 16; day += 1) {
      ports.mail.sent.length = 0;
      clock.advance({ days: 1 });
      await worker.run('governance.disclosure_due');
      await worker.drain();
      if (ports.mail.sent.some(({ to }) => ours.includes(to.address))) told.push(String(day + 1));
    }
    expect(told).to.deep.equal(['7', '13', '14', '15', '16']);

    const timeZones = { resolve: (wall: string) => ({ instant: `${wall}.000Z`, adjustment: null }) };
    const at = (now: string) =>
      nextReminder('2026-05-20', 'UTC', {
        now,
        timeZones: { ...timeZones, wall: (each: string) => each } as never,
      });
    expect(at('2026-05-01T00:00:00.000Z')).to.equal('2026-05-13T08:00:00.000Z');
    expect(at('2026-05-13T08:00:00.000Z')).to.equal('2026-05-19T08:00:00.000Z');
    expect(at('2026-05-22T09:00:00.000Z')).to.equal('2026-05-23T08:00:00.000Z');
  });
});
