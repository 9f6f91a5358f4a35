import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chancery } from '@chancery/sdk';
import { checkCertificate, type DispositionCertificate } from '@chancery/verify';
import { expect } from 'chai';
import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';
import { type Installation, openInstallation, refusalOf } from './testing/installation.ts';
import { peopleOf } from './testing/people.ts';
import { stating, taken } from './testing/practice.ts';

const daySeconds = 86_400;
const sevenYears = 7 * 366 * daySeconds;
const sentence = 'The lighthouse keeper was named as the father';

/** Ada owns a practice and decides, Rita keeps its records, and Bo leads its cases. */
async function openArchive(installation: Installation) {
  const people = peopleOf(installation);
  const ada = await people.registerVerified('ada@example.com', 'Ada Lovelace');
  const join = (email: string, displayName: string) =>
    people.joinByInvitation(ada, { email, displayName, role: 'member' });
  const rita = await join('rita@example.com', 'Rita Records');
  const bo = await join('bo@example.com', 'Bo Diddley');
  await ada.governance.setMemberRecordAccess({
    userId: (await rita.identity.getMe()).user.id,
    ...{ clearances: [], duties: ['records_manager'], reason: 'She keeps the archive' },
  });
  const reason = 'As the chamber recommends';
  const { policy } = await rita.governance.createRetentionPolicy({
    ...{ code: 'files', name: 'Files', trigger: 'case_closed', period: 'P7Y', action: 'destroy' },
    legalBasis: 'Section 50 of the code of the profession',
  });
  await rita.governance.activateRetentionPolicy({ policyId: policy.id, reason });
  await rita.governance.assignRetentionPolicy({
    ...{ policyId: policy.id, target: { kind: 'case_type', code: 'general' }, reason },
  });

  const person = async (displayName: string) => (await bo.records.createSubject({ displayName })).subject.id;
  const open = async (subjectId: string, title: string) =>
    (await bo.records.createCase({ title, caseType: 'general', subjectId, status: 'active' })).case.id;
  const close = (caseId: string) =>
    bo.records.transitionCase({ caseId, status: 'closed', reason: 'Done', closureOutcome: 'Agreed' });
  const cases = async (subjectId: string, count: number) => {
    const ids: string[] = [];
    for (let at = 1; at <= count; at += 1) {
      const id = await open(subjectId, `Matter ${at}`);
      await close(id);
      ids.push(id);
    }
    return ids;
  };
  return { person, open, close, cases, bo, rita };
}

/** What Rita and Ada do with the cases that are due, once they have signed in again. */
async function decidingOn(installation: Installation) {
  const people = peopleOf(installation);
  const [ada, rita] = [await people.signIn('ada@example.com'), await people.signIn('rita@example.com')];
  const approved = async (caseIds: readonly string[]) => {
    const { review } = await rita.governance.createDispositionReview({
      ...{ action: 'destroy', caseIds: [...caseIds], justification: 'Nobody needs them any more' },
    });
    const { id: reviewId } = review;
    expect(
      await refusalOf(rita.governance.decideDispositionReview({ reviewId, decision: 'approve' })),
    ).to.deep.equal([403, 'second_person.required']);
    await ada.governance.decideDispositionReview({ reviewId, decision: 'approve' });
    return review;
  };
  const dueClocks = async () => {
    const found: { caseId: string; onHold: boolean }[] = [];
    for await (const clock of rita.governance.listRetentionAll({ view: 'clocks', state: 'due', limit: 100 }))
      found.push({ caseId: clock.caseId, onHold: clock.onHold });
    return found;
  };
  const certificateOf = async (reviewId: string) =>
    JSON.parse(
      (await taken(ada.governance.getDispositionCertificate({ reviewId, format: 'json' }))).pdf.toString(
        'utf8',
      ),
    ) as DispositionCertificate;
  const reviewed = async (reviewId: string) =>
    (await rita.governance.listRetention({ view: 'reviews' })).reviews.find(({ id }) => id === reviewId);
  return { ada, rita, approved, dueClocks, certificateOf, reviewed };
}

describe('governance 15, walk-through 7: seven years later', () => {
  let folder: string;
  let running: Installation | undefined;
  let startsAt: string | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-archive-'));
  });
  after(async () => {
    await running?.close();
    await rm(folder, { recursive: true });
  });
  const home = () => join(folder, 'home');
  const begin = async () => {
    running = await openInstallation({}, { folder: home(), startsAt });
    return running;
  };
  /** The server ends, and what is done with its data meanwhile takes no time of its clock. */
  const rest = async () => {
    startsAt = running?.now();
    await running?.close();
    running = undefined;
  };
  /** The note of the story, as its lead reads it. */
  const noteOf = async (reader: Chancery, artifactId: string) =>
    (await reader.records.getEntry({ artifactId })).entry;

  it('governance 15, walk-through 7: what is due is destroyed by its keys, is found nowhere and in no old copy of the database', async () => {
    let here = await begin();
    const { person, open, close, cases, bo, rita: reviewer } = await openArchive(here);
    const [ann, ben] = [await person('Ann Smith'), await person('Ben Brown')];
    const told = await open(ann, 'Smith, custody');
    const { user } = await reviewer.identity.getMe();
    await bo.records.addCaseMember({ caseId: told, userId: user.id, role: 'reviewer' });
    const { entry } = await bo.records.createEntry({
      ...{ caseId: told, entryType: 'note', title: 'First interview', body: `${sentence}.` },
    });
    const { id: artifactId } = entry;
    await bo.records.submitEntry({ artifactId });
    await reviewer.records.approveEntry({ artifactId });
    await bo.records.finalizeEntry({ artifactId, attestation: stating('attest.author.v1') });
    await close(told);
    await cases(ann, 37);
    const held = await cases(ben, 2);
    await here.mails();

    here.advance(sevenYears + 2 * daySeconds);
    await here.run('retention.due');
    const { ada, rita, approved, dueClocks } = await decidingOn(here);
    await rita.governance.placeRecordHold({
      ...{ name: 'Brown against Brown', reason: 'The court asked for it', scope: { subjectIds: [ben] } },
    });
    const due = await dueClocks();
    expect(due).to.have.length(40);
    expect(due.filter(({ onHold }) => onHold).map(({ caseId }) => caseId)).to.have.members(held);
    const free = due.filter(({ onHold }) => !onHold).map(({ caseId }) => caseId);
    const all = rita.governance.createDispositionReview({
      ...{ action: 'destroy', caseIds: due.map(({ caseId }) => caseId), justification: 'All of them' },
    });
    expect(await refusalOf(all)).to.deep.equal([409, 'disposition.blocked']);
    const review = await approved(free);
    expect(await found(ada)).to.equal(1);

    // The copy of a night before, while the server rests.
    await rest();
    await cp(join(home(), 'database'), join(folder, 'old'), { recursive: true });
    here = await begin();
    const again = await decidingOn(here);
    const execute = (confirmationCode: string) =>
      again.ada.governance.executeDispositionReview({ reviewId: review.id, confirmationCode });
    const another = review.confirmationCode.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    expect(await refusalOf(execute(another))).to.deep.equal([409, 'disposition.confirmation_mismatch']);
    await execute(review.confirmationCode);
    await here.mails();

    expect((await again.reviewed(review.id))?.status).to.equal('executed');
    const certificate = await again.certificateOf(review.id);
    expect(certificate.items).to.have.length(38);
    expect(await again.certificateOf(review.id)).to.deep.equal(certificate);
    const filed = await taken(again.ada.governance.getDispositionCertificate({ reviewId: review.id }));
    expect(filed.headers.get('content-type')).to.equal('application/pdf');
    expect(filed.headers.get('content-disposition')).to.equal(
      `attachment; filename=${certificate.certificateNumber}.pdf`,
    );
    expect(await filed.text())
      .to.include('Ada Lovelace')
      .and.include('Section 50 of the code of the profession')
      .and.include(certificate.items.at(-1)?.keysDestroyed[0]?.keyId);
    const { signingKeys } = await again.ada.records.listAuditCheckpoints();
    const keys = signingKeys.map(({ publicKey }) => Buffer.from(publicKey, 'hex'));
    expect(await checkCertificate(certificate, keys)).to.equal(null);
    expect(await found(again.ada)).to.equal(0);
    const { erased, content } = await noteOf(await peopleOf(here).signIn('bo@example.com'), artifactId);
    expect([erased, content]).to.deep.equal([true, null]);
    const { verification } = await again.ada.records.verifyAuditLedger();
    expect([verification.ok, verification.detailsErased > 0]).to.deep.equal([true, true]);

    await rest();
    await rm(join(home(), 'database'), { recursive: true });
    await rename(join(folder, 'old'), join(home(), 'database'));
    here = await begin();
    const restored = await noteOf(await peopleOf(here).signIn('bo@example.com'), artifactId);
    expect([restored.erased, restored.content]).to.deep.equal([true, null]);
  });

  const found = async (reader: Chancery) =>
    (await reader.records.searchRecords({ query: 'lighthouse keeper' })).results.length;
});

describe('governance 15, walk-through 8: a hold during execution', () => {
  let installation: Installation;
  /** Is called before each key that is destroyed, with how many were before it. */
  let beforeDestroying: (destroyed: number) => Promise<void> = async () => {};
  let destroyed = 0;
  const pausing = new ContainerModule(({ onActivation }) => {
    onActivation(tokens.keyVault, (_, vault) => {
      const destroy = vault.destroy.bind(vault);
      vault.destroy = async (workspaceId, keyId) => {
        await beforeDestroying(destroyed);
        await destroy(workspaceId, keyId);
        destroyed += 1;
      };
      return vault;
    });
  });
  before(async () => {
    installation = await openInstallation({}, { modules: [pausing] });
  });
  after(() => installation?.close());

  it('governance 15, walk-through 8: what was destroyed before the hold stays so, all others are skipped, and the certificate lists the former', async () => {
    const { person, cases } = await openArchive(installation);
    const ids = await cases(await person('Ann Smith'), 30);
    await installation.mails();
    installation.advance(sevenYears + 2 * daySeconds);
    await installation.run('retention.due');
    const { ada, rita, approved, certificateOf, reviewed } = await decidingOn(installation);
    const review = await approved(ids);
    beforeDestroying = async (count) => {
      if (count !== 11) return;
      await rita.governance.placeRecordHold({
        ...{ name: 'Inquiry', reason: 'The chamber asked', scope: { entireWorkspace: true } },
      });
    };

    const { certificate } = await ada.governance.executeDispositionReview({
      ...{ reviewId: review.id, confirmationCode: review.confirmationCode },
    });
    expect(certificate).to.equal(null);
    await installation.mails();

    const items = (await reviewed(review.id))?.items ?? [];
    const inState = (state: string) => items.filter((item) => item.state === state).length;
    expect([inState('destroyed'), inState('skipped'), items.length]).to.deep.equal([12, 18, 30]);
    expect((await certificateOf(review.id)).items).to.have.length(12);
  });
});
