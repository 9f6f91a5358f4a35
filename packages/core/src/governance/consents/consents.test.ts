import {
  aStranger,
  failureOf,
  faultsOf,
  mailedToken,
  type Person,
  recordOffice,
  WindowThrottle,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { Failure } from '../../kernel/errors.ts';
import { labelRules, maskOf } from '../../records/access/labels.ts';
import { consentStates } from './consent.ts';

const statementText = 'I agree that my records go to my insurer.';
const ann = 'ann@example.org';
const anybody = aStranger();

type Governance = Awaited<ReturnType<typeof recordOffice>>['chancery']['governance'];

async function consenting() {
  const throttle = new WindowThrottle();
  const here = await recordOffice({
    settings: { accessTokenSeconds: 5 * 366 * 86_400 },
    ports: { throttle },
  });
  throttle.clock = here.clock;
  const { governance } = here.chancery;
  const subject = await here.create();
  const record = async (input: object = {}, as: Person = here.bo) => {
    const base = { subjectId: subject.id, category: 'disclosure', method: 'written', statementText } as const;
    const grantedBy = { kind: 'subject', name: 'Ann Smith' } as const;
    return (await governance.createRecordConsent({ ...base, grantedBy, ...input }, as.session)).consent;
  };
  const asked = async (input: object = {}) => {
    const consent = await record({ method: 'portal', requestSignature: { email: ann }, ...input });
    return { consent, token: await mailedToken(here, ann, 'consent') };
  };
  const open = async (token: string) => {
    const { consentRequest } = await governance.getPortal({ authorization: `Bearer ${token}` }, anybody);
    if (consentRequest === null) throw new Error('The link leads to a package');
    return consentRequest;
  };
  const decide = (
    token: string,
    decision: 'accept' | 'decline' | 'withdraw',
    over: Partial<Parameters<Governance['decidePortalConsent']>[0]> = {},
  ) =>
    governance.decidePortalConsent(
      {
        token,
        decision,
        kind: 'record_consent',
        signerName: 'Ann Smith',
        signerRelationship: 'self',
        statementSha256: hexOf(sha256(statementText)),
        agreedToElectronic: true,
        typedSignature: 'Ann Smith',
        ...over,
      },
      anybody,
    );
  const read = async (consentId: string, as: Person = here.bo) =>
    (await governance.getRecordConsent({ consentId }, as.session)).consent;
  const revoke = async (consentId: string, input: object = {}, as: Person = here.bo) =>
    (
      await governance.revokeRecordConsent(
        { consentId, reason: 'She changed her mind', ...input },
        as.session,
      )
    ).consent;
  const list = (input: object = {}, as: Person = here.bo) =>
    governance.listRecordConsents({ subjectId: subject.id, ...input }, as.session);
  const told = async () =>
    (await here.happened()).filter(({ type }) => type.startsWith('consent.')).map(({ type }) => type);
  return { ...here, governance, subject, record, asked, open, decide, read, revoke, list, told };
}

const goneAs = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof Failure ? `${error.code} ${error.details[0]?.code ?? ''}` : error),
  );

describe('consents', () => {
  it('are recorded with their text and its digest, and hold from then on', async () => {
    const { record, read, subject, bo, workspaceId, told } = await consenting();

    const consent = await record({
      scope: { purposes: ['treatment', 'treatment'], labels: ['restricted'] },
      legalBasis: 'consent',
    });

    const { id, createdAt, updatedAt, effectiveFrom, ...kept } = consent;
    expect([updatedAt, effectiveFrom]).to.deep.equal([createdAt, createdAt]);
    expect(kept).to.deep.equal({
      workspaceId,
      subjectId: subject.id,
      category: 'disclosure',
      decision: 'permit',
      status: 'active',
      scope: {
        purposes: ['treatment'],
        labels: ['restricted'],
        caseIds: [],
        entryTypes: [],
        recipients: [],
        dataFrom: null,
        dataTo: null,
      },
      method: 'written',
      grantedBy: { kind: 'subject', name: 'Ann Smith', relationship: null },
      legalBasis: 'consent',
      statementText,
      statementSha256: hexOf(sha256(statementText)),
      documentId: null,
      witnessName: null,
      expiresAt: null,
      signature: null,
      request: null,
      revokedAt: null,
      revokedBy: null,
      revocationReason: null,
      createdBy: { userId: bo.id, displayName: 'Bo' },
      updatedBy: { userId: bo.id, displayName: 'Bo' },
      version: 1,
    });
    expect(await read(id)).to.deep.equal(consent);
    expect(await told()).to.deep.equal(['consent.granted']);
  });

  it('say which fields do not go together', async () => {
    const { record, asked, clock } = await consenting();
    const faults = (input: object) => faultsOf(record(input));
    const inDays = (days: number) => new Date(Date.parse(clock.now()) + days * 86_400_000).toISOString();

    expect(await faults({ method: 'verbal' })).to.deep.equal(['/witnessName field.required']);
    expect(await faults({ method: 'portal' })).to.deep.equal(['/requestSignature field.required']);
    expect(await faults({ requestSignature: { email: ann } })).to.deep.equal([
      '/requestSignature field.invalid',
    ]);
    expect(await faults({ effectiveFrom: inDays(31) })).to.deep.equal(['/effectiveFrom field.out_of_range']);
    expect(await faults({ expiresAt: inDays(-1) })).to.deep.equal(['/expiresAt field.out_of_range']);
    expect(await faults({ expiresAt: inDays(3660) })).to.deep.equal(['/expiresAt field.out_of_range']);
    expect(await faults({ scope: { dataFrom: '2026-02-01', dataTo: '2026-01-01' } })).to.deep.equal([
      '/scope/dataTo field.invalid',
    ]);
    expect(await faults({ documentId: '00000000-0000-7000-8000-000000000000' })).to.deep.equal([
      '/documentId document.not_found',
    ]);
    expect(await failureOf(asked({ statementText: '' }))).to.equal('request.invalid');
  });

  it('are for owners, admins and whoever made the subject; to others their subject hides them', async () => {
    const here = await consenting();
    const { record, read, list, revoke, cy, admin, guest, label, subject, lines } = here;
    const { id } = await record();

    expect((await list({}, admin)).count).to.equal(1);
    expect(await failureOf(list({}, cy))).to.equal('permission.denied');
    expect(await failureOf(record({}, cy))).to.equal('permission.denied');
    expect(await failureOf(revoke(id, {}, cy))).to.equal('permission.denied');
    expect(await failureOf(read(id, guest))).to.equal('consent.not_found');
    await here.clear(cy, 0, ['privacy_officer']);
    expect((await list({}, cy)).count).to.equal(1);
    await label(subject.id, maskOf(['restricted']));
    expect(await failureOf(read(id, cy))).to.equal('consent.not_found');
    expect(await failureOf(read(id, admin))).to.equal('consent.not_found');
    expect(await failureOf(read('00000000-0000-7000-8000-000000000000', cy))).to.equal('consent.not_found');
    expect((await lines()).filter(({ outcome }) => outcome === 'denied')).to.have.length.greaterThan(0);
  });

  it('REC-6: of somebody who is labelled need a purpose, and reading them leaves a line', async () => {
    const { record, list, label, subject, lines } = await consenting();
    const { id } = await record();
    await label(subject.id, labelRules.restricted.bit);

    expect(await failureOf(list())).to.equal('records.purpose_required');
    await list({ purposeOfUse: 'treatment' });

    const [line] = (await lines()).filter(({ action }) => action === 'records.list_read');
    expect(line?.payload).to.include('"resource":"consents"');
    expect(line?.payload).to.include(id);
    expect(line?.payload).to.include('"purposeOfUse":"treatment"');
  });

  it('are listed by when they took effect, by status and category, page by page', async () => {
    const { record, list, revoke, clock } = await consenting();
    const first = await record();
    clock.advance({ minutes: 1 });
    const second = await record({ category: 'research' });
    clock.advance({ minutes: 1 });
    const third = await record({ decision: 'deny' });
    await revoke(first.id);
    const ids = ({ consents }: Awaited<ReturnType<typeof list>>) => consents.map(({ id }) => id);

    const page = await list({ limit: 2 });
    expect(ids(page)).to.deep.equal([third.id, second.id]);
    expect(ids(await list({ limit: 2, cursor: page.nextCursor }))).to.deep.equal([first.id]);
    expect(ids(await list({ status: 'revoked' }))).to.deep.equal([first.id]);
    expect(ids(await list({ category: 'research' }))).to.deep.equal([second.id]);
  });

  it('are revoked with a reason, of one version, and only while they hold', async () => {
    const { record, revoke, admin, bo, told, clear } = await consenting();
    const { id } = await record();

    expect(await failureOf(revoke(id, { expectedVersion: 7 }))).to.equal('version_conflict');
    expect(await failureOf(revoke(id, { enteredInError: true }))).to.equal('permission.denied');
    expect(await failureOf(revoke(id, { enteredInError: true }, admin))).to.equal('permission.denied');
    await clear(admin, 0, ['privacy_officer']);
    const revoked = await revoke(id);
    expect(revoked).to.deep.include({
      status: 'revoked',
      revocationReason: 'She changed her mind',
      revokedBy: { userId: bo.id, displayName: 'Bo' },
      version: 2,
    });
    expect(await failureOf(revoke(id))).to.equal('consent.invalid_state');
    expect((await revoke(id, { enteredInError: true }, admin)).status).to.equal('entered_in_error');
    expect(await failureOf(revoke(id, { enteredInError: true }, admin))).to.equal('consent.invalid_state');
    expect(await told()).to.deep.equal(['consent.granted', 'consent.revoked', 'consent.revoked']);
  });

  it('are not recorded about a subject in the archive', async () => {
    const { record, change, subject, admin } = await consenting();
    await change(subject.id, { status: 'archived' }, admin);

    expect(await failureOf(record())).to.equal('subject.invalid_state');
  });

  it('end by the clock, whether or not the job has run; the job writes it down once', async () => {
    const { record, read, revoke, clock, worker, told, chancery, owner, admin } = await consenting();
    const expiresAt = new Date(Date.parse(clock.now()) + 86_400_000).toISOString();
    const { id } = await record({ expiresAt });
    await record();
    const counts = async () =>
      (await chancery.governance.getGovernanceOverview({}, owner.session)).overview.consents;

    expect(await counts()).to.deep.equal({ active: 2, expiringIn30Days: 1, requested: 0 });
    clock.advance({ days: 1 });
    expect((await read(id)).status).to.equal('expired');
    expect(await counts()).to.deep.equal({ active: 1, expiringIn30Days: 0, requested: 0 });
    expect(await failureOf(revoke(id, {}, admin))).to.equal('consent.invalid_state');
    await worker.run('governance.expire_consents');
    await worker.run('governance.expire_consents');

    expect((await read(id)).version).to.equal(2);
    expect(await told()).to.deep.equal(['consent.granted', 'consent.granted', 'consent.expired']);
  });
});

describe('consents that are asked for by a link', () => {
  it('GOV-1: hold once the text that was shown is accepted, and name its digest and the line of the ledger', async () => {
    const { asked, open, decide, read, told } = await consenting();
    const { consent, token } = await asked({ requestSignature: { email: ann, message: 'Please sign.' } });
    expect(consent.status).to.equal('requested');
    expect(await open(token)).to.deep.include({
      id: consent.id,
      subjectDisplayName: 'Ann Smith',
      statementText,
      statementSha256: consent.statementSha256,
      status: 'requested',
      expiresAt: consent.request?.expiresAt,
    });

    expect(await failureOf(decide(token, 'accept', { statementSha256: 'ab'.repeat(32) }))).to.equal(
      'portal.statement_changed',
    );
    expect((await read(consent.id)).status).to.equal('requested');
    const { consent: decided, receipt } = await decide(token, 'accept');

    expect(decided).to.deep.include({ id: consent.id, status: 'active', kind: 'record_consent' });
    expect(receipt?.hash).to.match(/^[0-9a-f]{64}$/);
    const after = await read(consent.id);
    expect(after.signature).to.deep.equal({
      signerName: 'Ann Smith',
      relationship: 'self',
      typedSignature: 'Ann Smith',
      hasDrawing: false,
      signedAt: decided.signedAt,
      auditSeq: receipt?.seq,
    });
    expect(await told()).to.deep.equal(['consent.requested', 'consent.granted']);
  });

  it('PORT-11: sent twice have the outcome of the first, and are refused if they differ', async () => {
    const { asked, decide, told } = await consenting();
    const { token } = await asked();

    const [first, second] = [await decide(token, 'accept'), await decide(token, 'accept')];

    expect(second).to.deep.equal(first);
    expect(await failureOf(decide(token, 'decline'))).to.equal('portal.already_decided');
    expect(await told()).to.deep.equal(['consent.requested', 'consent.granted']);
  });

  it('PORT-12: open nothing after the decision but the withdrawal, and that for thirty days', async () => {
    const { asked, open, decide, read, revoke, clock } = await consenting();
    const accepted = await asked();
    await decide(accepted.token, 'accept');
    expect((await open(accepted.token)).status).to.equal('active');
    const withdrawn = await decide(accepted.token, 'withdraw');
    expect(withdrawn.consent.status).to.equal('revoked');
    expect(await decide(accepted.token, 'withdraw')).to.deep.equal(withdrawn);
    expect((await read(accepted.consent.id)).revokedBy).to.equal(null);
    expect(await goneAs(open(accepted.token))).to.equal('link.gone completed');

    const declined = await asked();
    await decide(declined.token, 'decline', { agreedToElectronic: false });
    expect(await goneAs(open(declined.token))).to.equal('link.gone completed');
    const taken = await asked();
    await revoke(taken.consent.id);
    expect((await read(taken.consent.id)).status).to.equal('rejected');
    expect(await goneAs(open(taken.token))).to.equal('link.gone revoked');
    expect(await failureOf(decide(taken.token, 'accept', { kind: 'release_terms' }))).to.equal(
      'portal.not_a_package_token',
    );

    const late = await asked();
    await decide(late.token, 'accept');
    clock.advance({ days: 31 });
    expect(await goneAs(decide(late.token, 'withdraw'))).to.equal('link.gone completed');
    expect(await goneAs(open(late.token))).to.equal('link.gone completed');
  });

  it('need the electronic form, a signature and a token that is one', async () => {
    const { asked, open, decide, governance } = await consenting();
    const { token } = await asked();

    expect(await faultsOf(decide(token, 'accept', { agreedToElectronic: false }))).to.deep.equal([
      '/agreedToElectronic portal.electronic_agreement_required',
    ]);
    expect(await faultsOf(decide(token, 'accept', { typedSignature: undefined }))).to.deep.equal([
      '/typedSignature field.required',
    ]);
    expect(
      await faultsOf(decide(token, 'accept', { typedSignature: undefined, drawnSignaturePng: 'AAAA' })),
    ).to.deep.equal(['/drawnSignaturePng signature.image_invalid']);
    expect(await failureOf(open('x'.repeat(43)))).to.equal('portal.token_invalid');
    expect(await failureOf(governance.getPortal({}, anybody))).to.equal('portal.token_required');
    expect(await failureOf(governance.getPortal({ authorization: 'Basic x' }, anybody))).to.equal(
      'portal.token_invalid',
    );
  });

  it('PORT-1: refuse a network that shows ten tokens in a minute which open nothing', async () => {
    const { open } = await consenting();
    const tries: unknown[] = [];
    for (let at = 0; at < 11; at += 1) tries.push(await failureOf(open('x'.repeat(43))));

    expect(tries.slice(0, 10)).to.deep.equal(Array.from({ length: 10 }, () => 'portal.token_invalid'));
    expect(tries[10]).to.equal('rate_limited');
  });

  it('are mailed, reminded of once at half of the time, and confirmed by a copy', async () => {
    const { asked, decide, ports, clock, worker } = await consenting();
    const { token } = await asked({
      requestSignature: { email: ann, expiresInDays: 10, message: 'Please.' },
    });
    const mails = () => ports.mail.sent.filter(({ to }) => to.address === ann);
    expect(mails()).to.have.length(1);
    expect(mails()[0]?.text).to.include('Please.').and.not.include(statementText);

    clock.advance({ days: 5 });
    await worker.run('governance.remind_consents');
    await worker.run('governance.remind_consents');
    await worker.drain();
    expect(mails().map(({ subject }) => subject.startsWith('Reminder'))).to.deep.equal([false, true]);
    expect(mails()[1]?.text).to.include(token);
    await decide(token, 'accept');
    await worker.drain();

    expect(mails()).to.have.length(3);
    expect(mails()[2]?.text).to.include(statementText);
  });

  it('expire with their link', async () => {
    const { asked, open, read, clock, worker, told } = await consenting();
    const { consent, token } = await asked({ requestSignature: { email: ann, expiresInDays: 1 } });

    clock.advance({ days: 1 });
    expect(await goneAs(open(token))).to.equal('link.gone expired');
    await worker.run('governance.expire_consents');

    expect((await read(consent.id)).status).to.equal('expired');
    expect(await goneAs(open(token))).to.equal('link.gone expired');
    expect(await told()).to.deep.equal(['consent.requested', 'consent.expired']);
  });
});

describe('the table of consents', () => {
  it('lets nothing that is over begin again', () => {
    for (const state of ['rejected', 'entered_in_error'] as const)
      expect(consentStates.isFinal(state)).to.equal(true);
    expect(consentStates.can('revoked', 'accept')).to.equal(false);
  });
});
