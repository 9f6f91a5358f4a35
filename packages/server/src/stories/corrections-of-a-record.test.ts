import { expect } from 'chai';
import { type Installation, openInstallation, refusalOf, storyPassword } from './testing/installation.ts';
import { bundleOf, openPractice, stating } from './testing/practice.ts';

describe('story: corrections of a record', () => {
  let installation: Installation;
  let practice: Awaited<ReturnType<typeof openPractice>>;
  before(async () => {
    installation = await openInstallation();
    practice = await openPractice(installation);
  });
  after(() => installation?.close());

  it('records 13, walk-through 5: an amendment is denied and disputed', async () => {
    const { bo, cy, signed } = practice;
    const before = await signed({ title: 'Call of Monday' });
    const asked = { reason: 'The date is wrong.', requestedChange: 'I called on Tuesday.' };
    const { amendment } = await cy.records.createAmendment({
      ...{ artifactId: before.id, requestedByKind: 'subject', requesterName: 'Ann Smith', ...asked },
    });
    const { id: amendmentId } = amendment;
    const attestation = stating('attest.addendum.v1');
    const denial = {
      ...{ amendmentId, reason: 'The log says Monday.', attestation },
      ...({ decision: 'deny', denialBasis: 'accurate_and_complete' } as const),
    };

    const [status] = await refusalOf(cy.records.decideAmendment(denial));
    expect(status).to.equal(403);
    await bo.records.decideAmendment(denial);
    const state = (decision: 'record_disagreement' | 'record_rebuttal', text: string) => ({
      ...{ amendmentId, decision, text, attestation },
    });
    await cy.records.decideAmendment(state('record_disagreement', 'I remember that day well.'));
    const { amendment: decided, entry } = await bo.records.decideAmendment(
      state('record_rebuttal', 'The log was written by the exchange.'),
    );

    expect(decided.status).to.equal('denied');
    expect(entry.addenda.map(({ kind, signature }) => [kind, signature !== null])).to.deep.equal([
      ['amendment_denial', true],
      ['statement_of_disagreement', true],
      ['rebuttal', true],
    ]);
    expect([entry.content, entry.contentHash]).to.deep.equal([before.content, before.contentHash]);
    const bundle = await bundleOf(bo, { caseId: before.caseId });
    const text = await bundle.text();
    const places = [
      'She called at nine.',
      'The log says Monday.',
      'I remember that day well.',
      'by the exchange.',
    ];
    const found = places.map((words) => text.indexOf(words));
    expect(found).to.deep.equal(found.toSorted((one, other) => one - other));
    expect(found[0]).to.be.above(0);
  });

  it('records 13, walk-through 6: an amendment is accepted, and who has the old version is told', async () => {
    const { bo, cy, rae, signed, rewrite, finish, subject } = practice;
    const { id: artifactId, caseId } = await signed({ title: 'Weight', body: 'She weighs 58 kilograms.' });
    const { authorization } = await cy.governance.createDisclosureAuthorization({
      ...{ subjectId: subject.id, caseId, basis: 'other', legalReference: 'Contract, § 3', scope: {} },
      purposeOfUse: 'professional_operations',
      recipient: { kind: 'organization', name: 'Claims desk', email: 'claims@example.org' },
    });
    const { id: authorizationId } = authorization;
    await bo.governance.decideDisclosureAuthorization({ authorizationId, decision: 'approve' });
    const { package: prepared } = await cy.governance.createReleasePackage({
      ...{ authorizationId, title: 'Notes of spring', items: [{ artifactId }] },
    });
    const { id: packageId, manifestSha256 } = prepared;
    await bo.governance.approveReleasePackage({ packageId, manifestSha256 });
    await cy.governance.releaseReleasePackage({ packageId });
    const mailed = async () =>
      (await installation.mails()).filter(({ to }) => to.includes('claims@example.org'));
    const before = (await mailed()).length;
    const asked = { reason: 'A typing error.', requestedChange: 'The digits are swapped.' };
    const { amendment } = await rae.records.createAmendment({ artifactId, ...asked });

    await bo.records.decideAmendment({ amendmentId: amendment.id, decision: 'accept' });
    await rewrite(artifactId, 'She weighs 85 kilograms.');
    const shown = async () => (await rae.records.getEntry({ artifactId })).entry;
    const bundled = async (versions: 'current' | 'all' = 'current') => {
      const text = await (await bundleOf(bo, { caseId, versions })).text();
      return ['58 kilograms', '85 kilograms'].map((words) => text.includes(words));
    };
    const draft = await shown();
    expect([draft.versionShown, draft.contentText?.includes('58')]).to.deep.equal([1, true]);
    expect(await bundled()).to.deep.equal([true, false]);
    await finish({ artifactId });

    const amended = await shown();
    expect([amended.versionShown, amended.contentText?.includes('85')]).to.deep.equal([2, true]);
    expect(await bundled()).to.deep.equal([false, true]);
    expect(await bundled('all')).to.deep.equal([true, true]);
    expect((await mailed()).length).to.be.above(before);
    const { package: flagged } = await bo.governance.getReleasePackage({ packageId });
    expect(flagged.items.map(({ flag }) => flag)).to.deep.equal(['amended']);
  });

  it('records 13, walk-through 7: what was written into the wrong case is struck, and replaced in the right one', async () => {
    const { bo, cy, rae, signed, begin, open, subject } = practice;
    const wrong = await signed({ title: 'Haemoglobin of somebody', body: 'The haemoglobin is low.' });
    const right = await open('Smith, treatment');
    const { caseId } = wrong;
    await installation.mails();
    const hits = async () => {
      const found = await rae.records.searchRecords({ query: 'haemoglobin', caseId });
      return found.results.map(({ artifactId }) => artifactId);
    };
    expect(await hits()).to.deep.equal([wrong.id]);
    const attestation = stating('attest.error.v1');
    const mark = { artifactId: wrong.id, reason: 'The wrong case.' };

    expect(await refusalOf(cy.records.markEntryInError(mark))).to.deep.equal([400, 'request.invalid']);
    await cy.records.markEntryInError({ ...mark, attestation });
    const next = await begin({ caseId: right.id, title: 'Haemoglobin', replacesArtifactId: wrong.id });

    const { entry: struck } = await rae.records.getEntry({ artifactId: wrong.id });
    expect([struck.status, struck.enteredInError?.reason, struck.replacedByArtifactId]).to.deep.equal([
      ...['entered_in_error', 'The wrong case.', next.id],
    ]);
    expect(struck.contentText).to.include('The haemoglobin is low.');
    await installation.mails();
    expect(await hits()).to.deep.equal([]);
    const { authorization } = await cy.governance.createDisclosureAuthorization({
      ...{ subjectId: subject.id, caseId, basis: 'other', legalReference: 'Contract, § 3', scope: {} },
      purposeOfUse: 'professional_operations',
      recipient: { kind: 'organization', name: 'Claims desk', email: 'claims@example.net' },
    });
    const { id: authorizationId } = authorization;
    await bo.governance.decideDisclosureAuthorization({ authorizationId, decision: 'approve' });
    const packing = cy.governance.createReleasePackage({
      ...{ authorizationId, title: 'Notes', items: [{ artifactId: wrong.id }] },
    });
    expect(await refusalOf(packing)).to.deep.equal([409, 'release_package.item_in_error']);
  });

  it('records 13, walk-through 10: the author leaves, and the lead goes on with what they wrote', async () => {
    const { bo, cy, rae, begin, rewrite, finish, idOf } = practice;
    const [author, lead] = [await idOf(cy), await idOf(bo)];
    const { id: draft } = await begin({ title: 'Unfinished' });
    const { id: approved } = await begin({ title: 'To be signed' });
    await cy.records.submitEntry({ artifactId: approved });
    await rae.records.approveEntry({ artifactId: approved });
    await cy.identity.deactivateAccount({ confirm: 'DELETE', password: storyPassword });

    const takeOver = { reason: 'Cy has left the practice.' };
    const takes = async (artifactId: string) => {
      const { version } = (await bo.records.getEntry({ artifactId })).entry;
      await bo.records.updateEntryDraft({ artifactId, expectedVersion: version, takeOver });
    };
    const [status] = await refusalOf(takes(approved));
    expect(status).to.equal(409);
    await bo.records.returnEntry({ artifactId: approved, reason: 'Its author has left.' });
    for (const artifactId of [draft, approved]) {
      await takes(artifactId);
      await rewrite(artifactId, 'She called at nine, and again at ten.', bo);
      await finish({ artifactId }, bo);
    }

    const { entry } = await rae.records.getEntry({ artifactId: approved });
    expect([entry.status, entry.author.userId, entry.createdBy]).to.deep.equal([
      ...['finalized', lead, { userId: author, displayName: 'Former member' }],
    ]);
    expect(entry.submissions.map(({ submittedBy, outcome }) => [submittedBy.userId, outcome])).to.deep.equal([
      [author, 'returned'],
      [lead, 'approved'],
    ]);
    expect(entry.signatures.map(({ signer }) => signer.userId)).to.deep.equal([lead]);
  });
});
