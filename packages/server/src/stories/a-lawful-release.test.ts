import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Of } from '@chancery/core/testing';
import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import { chanceryCommand } from './testing/command-line.ts';
import { openDisclosingPractice } from './testing/disclosing-practice.ts';
import { type Installation, openInstallation, refusalOf, storyPassword } from './testing/installation.ts';
import { peopleOf } from './testing/people.ts';

const insurer = 'claims@insurer.example';
const to = { kind: 'organization', name: 'Claims desk', email: insurer } as const;

describe('governance 15, walk-throughs 1 to 4: what leaves a practice', () => {
  let installation: Installation;
  let practice: Awaited<ReturnType<typeof openDisclosingPractice>>;
  let nobody: Chancery;
  before(async () => {
    installation = await openInstallation();
    practice = await openDisclosingPractice(installation);
    nobody = installation.client();
  });
  after(() => installation?.close());

  const held = (token: string) => ({ authorization: `Bearer ${token}` });
  const mailsTo = async (address: string) =>
    (await installation.mails()).filter((mail) => mail.to.includes(address));
  const mailed = (page: string) => peopleOf(installation).mailedToken(insurer, page);
  const consented = async (input: object = {}) =>
    (
      await practice.cy.governance.createRecordConsent({
        subjectId: practice.subject.id,
        category: 'disclosure',
        method: 'written',
        grantedBy: { kind: 'subject', name: 'Ann Smith' },
        statementText: 'My notes of spring may go to the claims desk of my insurer.',
        scope: { recipients: [{ name: to.name, email: insurer }], labels: ['confidential'] },
        ...input,
      })
    ).consent;
  const ask = async (as: Chancery, consentId: string) =>
    (
      await as.governance.createDisclosureAuthorization({
        subjectId: practice.subject.id,
        caseId: practice.recordCase.id,
        basis: 'consent',
        consentId,
        purposeOfUse: 'professional_operations',
        recipient: to,
        scope: { labels: ['confidential'] },
        maxReleases: 2,
      })
    ).authorization.id;
  const approve = (as: Chancery, authorizationId: string) =>
    as.governance.decideDisclosureAuthorization({ authorizationId, decision: 'approve' });
  const prepare = async (
    as: Chancery,
    authorizationId: string,
    items: Parameters<typeof practice.release>[0],
  ) =>
    (await as.governance.createReleasePackage({ authorizationId, title: 'Notes of spring', items })).package;

  it('governance 15, walk-through 1: a lawful release, from the consent to an export that verifies offline', async () => {
    const { ada, cy, lea, subject, signedNote } = practice;
    const { id: consentId } = await consented();
    const authorizationId = await ask(cy, consentId);
    expect(await refusalOf(approve(cy, authorizationId))).to.deep.equal([403, 'permission.denied']);
    const ownId = await ask(lea, consentId);
    expect(await refusalOf(approve(lea, ownId))).to.deep.equal([403, 'second_person.required']);
    await approve(lea, authorizationId);

    const redacted = await signedNote(
      'First interview',
      'She called.\n\nHer aunt Eve drinks.\n\nNothing else.',
    );
    const added = await signedNote('Second interview', 'She called again.');
    const third = await signedNote('Third interview', 'She called once more.');
    await cy.records.addEntryAddendum({
      artifactId: added,
      kind: 'clarification',
      content: 'It was her sister who called.',
      attestation: {
        statementId: 'attest.addendum.v1',
        accepted: true,
        reauthentication: { method: 'password', value: storyPassword },
      },
    });
    const items = [
      {
        artifactId: redacted,
        redactions: [{ part: 'section', key: 'body', start: 22, end: 25, code: 'THIRD_PARTY' }],
      },
      { artifactId: added },
      { artifactId: third },
    ] as Parameters<typeof practice.release>[0];
    const { id: packageId } = await prepare(cy, authorizationId, items);
    const own = await prepare(lea, authorizationId, items);
    const decide = (as: Chancery, id: string, manifestSha256: string) =>
      as.governance.approveReleasePackage({ packageId: id, manifestSha256 });
    expect(await refusalOf(decide(lea, own.id, own.manifestSha256))).to.deep.equal([
      403,
      'second_person.required',
    ]);
    const { package: seen, preview } = await ada.governance.getReleasePackage({ packageId });
    expect(await refusalOf(decide(cy, packageId, seen.manifestSha256))).to.deep.equal([
      403,
      'permission.denied',
    ]);
    expect(JSON.stringify(preview)).to.include('[redacted: THIRD_PARTY]').and.not.include('Eve');
    await decide(ada, packageId, seen.manifestSha256);
    await cy.governance.releaseReleasePackage({ packageId });

    const token = await mailed('portal');
    const { package: before } = await nobody.governance.getPortal(held(token));
    expect([before?.requires, before?.title, before?.items.map(({ title }) => title)]).to.deep.equal([
      ['consent'],
      null,
      [null, null, null],
    ]);
    await nobody.governance.decidePortalConsent({
      ...{ token, kind: 'release_terms', packageId, decision: 'accept', agreedToElectronic: true },
      ...{ signerName: 'Cleo Clerk', signerRelationship: 'recipient', typedSignature: 'Cleo Clerk' },
      statementSha256: sha256Of(Buffer.from(before?.terms?.text ?? '')),
    });
    const { package: read } = await nobody.governance.getPortalPackage({ packageId, ...held(token) });
    expect(read.items.map(({ content }) => content?.sections[0]?.value)).to.deep.equal([
      'She called.\n\nHer aunt [redacted: THIRD_PARTY] drinks.\n\nNothing else.',
      'She called again.',
      'She called once more.',
    ]);
    expect(read.items[1]?.addenda?.map(({ content }) => content)).to.deep.equal([
      'It was her sister who called.',
    ]);

    const { export: made } = await nobody.governance.exportPortalPackage(held(token));
    const published = await fetch(
      `${installation.baseUrl}/.well-known/chancery-audit.json?origin=${encodeURIComponent(made.checkpoint.split('\n')[0] ?? '')}`,
    );
    const { vkeys, signingKeys } = (await published.json()) as {
      readonly vkeys: readonly { readonly vkey: string }[];
      readonly signingKeys: readonly { readonly keyId: string; readonly publicKey: string }[];
    };
    expect(signingKeys.map(({ keyId, publicKey }) => ({ keyId, publicKey }))).to.deep.equal(
      made.keys.signingKeys,
    );
    const verified = await verify(JSON.stringify(made), [
      ...['--vkey', vkeys[0]?.vkey ?? ''],
      ...['--signing-key', signingKeys[0]?.publicKey ?? ''],
    ]);
    expect(verified.answer).to.deep.include({ outcome: 'holds', faults: [], items: 3, signatures: 4 });
    expect(verified.code).to.equal(0);
    const forged = await verify(JSON.stringify(made).replace('her sister', 'her aunt'), []);
    expect(forged.code).to.equal(1);

    const { disclosures } = await ada.governance.listAccountingOfDisclosures({ subjectId: subject.id });
    // A release by consent of the person is not accounted for (45 CFR 164.528 (a)(1)(iv)).
    expect(disclosures).to.deep.equal([]);
  });

  /** `chancery release verify` over a saved export, in a process of its own. */
  async function verify(text: string, keys: readonly string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-release-'));
    try {
      const file = join(folder, 'export.json');
      await writeFile(file, text);
      return await chanceryCommand(['release', 'verify', file, ...keys, '--json'], installation.environment);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it('governance 15, walk-through 2: a consent that is withdrawn cancels what is not released, and ends what is', async () => {
    const { ada, cy, lea, signedNote } = practice;
    const artifactId = await signedNote('Fourth interview', 'She is well.');
    const approved = async () => {
      const { id: consentId } = await consented();
      const authorizationId = await ask(cy, consentId);
      await approve(lea, authorizationId);
      const { id: packageId, manifestSha256 } = await prepare(cy, authorizationId, [{ artifactId }]);
      await lea.governance.approveReleasePackage({ packageId, manifestSha256 });
      return { consentId, packageId };
    };
    const release = (packageId: string) => cy.governance.releaseReleasePackage({ packageId });
    const withdraw = (consentId: string) =>
      ada.governance.revokeRecordConsent({ consentId, reason: 'She has changed her mind' });

    const early = await approved();
    expect((await withdraw(early.consentId)).affectedPackages).to.deep.equal([
      { packageId: early.packageId, status: 'cancelled' },
    ]);
    expect(await refusalOf(release(early.packageId))).to.deep.equal([409, 'release_package.invalid_state']);

    const late = await approved();
    await release(late.packageId);
    const token = await mailed('portal');
    const before = (await mailsTo(insurer)).length;
    expect((await withdraw(late.consentId)).affectedPackages).to.deep.equal([
      { packageId: late.packageId, status: 'revoked' },
    ]);
    expect(await goneBecause(nobody.governance.getPortal(held(token)))).to.equal('link.gone revoked');
    const told = (await mailsTo(insurer)).slice(before);
    expect(told).to.have.length(1);
    expect(told[0]?.subject).to.include('withdrawn');
    expect(told[0]?.text).not.to.match(/Smith|interview|well/);
  });

  it('governance 15, walk-through 3: an entry that is amended after its release stays as it was released, and says so', async () => {
    const { ada, cy, lea, signedNote, release } = practice;
    const artifactId = await signedNote('Fifth interview', 'She called on Monday.');
    const { packageId, token } = await release([{ artifactId }], { requiresConsent: false });
    const { amendment } = await cy.records.createAmendment({
      artifactId,
      reason: 'The day is wrong',
      requestedChange: 'It was Tuesday',
    });
    await lea.records.decideAmendment({ amendmentId: amendment.id, decision: 'accept' });
    const { entry } = await cy.records.getEntry({ artifactId });
    await cy.records.updateEntryDraft({
      artifactId,
      body: 'She called on Tuesday.',
      expectedVersion: entry.version,
    });
    await cy.records.submitEntry({ artifactId });
    await lea.records.approveEntry({ artifactId });
    const before = (await mailsTo(insurer)).length;
    await cy.records.finalizeEntry({
      artifactId,
      attestation: {
        statementId: 'attest.author.v1',
        accepted: true,
        reauthentication: { method: 'password', value: storyPassword },
      },
    });
    const told = (await mailsTo(insurer)).slice(before);

    const { package: read } = await nobody.governance.getPortalPackage({ packageId, ...held(token) });
    expect(read.items[0]).to.deep.include({ flag: 'amended' });
    expect(read.items[0]?.flagText).to.match(/amended/);
    expect(read.items[0]?.content?.sections[0]?.value).to.equal('She called on Monday.');
    expect(told.map(({ text }) => /was amended/.test(text))).to.deep.equal([true]);
    const next = await release([{ artifactId }], { requiresConsent: false });
    const { package: newer } = await nobody.governance.getPortalPackage({
      packageId: next.packageId,
      ...held(next.token),
    });
    expect(newer.items[0]).to.deep.include({ flag: 'none' });
    expect(newer.items[0]?.content?.sections[0]?.value).to.equal('She called on Tuesday.');
    const { package: known } = await ada.governance.getReleasePackage({ packageId: next.packageId });
    expect(known.items[0]?.versionNumber).to.equal(2);
  });

  it('governance 15, walk-through 4: five wrong codes lock the portal, and a new link with a new code opens it', async () => {
    const { cy, signedNote, release } = practice;
    const artifactId = await signedNote('Sixth interview', 'She calls.');
    const coded = { requiresConsent: false, accessCode: '482913' };
    const { packageId, token } = await release([{ artifactId }], coded);
    const second = await release([{ artifactId }], { requiresConsent: false });
    const other = await release(
      [{ artifactId }],
      { requiresConsent: false },
      { email: 'desk@other.example' },
    );
    const enter = (of: string, accessCode: string) =>
      nobody.governance.addPortalInteraction({ token: of, type: 'verify_access_code', accessCode });

    for (let tries = 0; tries < 5; tries += 1)
      expect(await refusalOf(enter(token, `10000${tries}`))).to.deep.equal([403, 'portal.access_code_wrong']);
    expect(await refusalOf(enter(token, '482913'))).to.deep.equal([403, 'portal.locked']);
    await cy.governance.createPortalLink({ packageId, accessCode: '771155', reason: 'Locked out' });

    expect(await goneBecause(nobody.governance.getPortal(held(token)))).to.equal('link.gone replaced');
    const renewed = await mailed('portal');
    expect(await refusalOf(enter(renewed, '482913'))).to.deep.equal([403, 'portal.access_code_wrong']);
    const { session } = await enter(renewed, '771155');
    const opened = held(session?.token ?? '');
    const { package: read } = await nobody.governance.getPortalPackage({ packageId, ...opened });
    expect(read.items[0]?.content?.sections[0]?.value).to.equal('She calls.');
    const { packages } = await nobody.governance.listPortalPackages(opened);
    const listed = packages.map(({ id }) => id);
    expect(listed).to.include.members([packageId, second.packageId]);
    expect(listed).not.to.include(other.packageId);
    expect(
      await refusalOf(nobody.governance.getPortalPackage({ packageId: other.packageId, ...opened })),
    ).to.deep.equal([404, 'release_package.not_found']);
  });

  it('PORT-7: a file counts as an opening when it is sent, and not for a range that is refused or a reader who has it', async () => {
    const { cy, lea, recordCase, release } = practice;
    const { entry } = await cy.records.createEntry({
      ...{ caseId: recordCase.id, entryType: 'note', title: 'Seventh interview', body: 'With a file.' },
    });
    const artifactId = entry.id;
    const file = new File(['Potassium 4.1 mmol/l'], 'lab.txt', { type: 'text/plain' });
    const { attachment } = await cy.records.uploadEntryAttachment({ artifactId, file });
    await cy.records.submitEntry({ artifactId });
    await lea.records.approveEntry({ artifactId });
    await cy.records.finalizeEntry({
      artifactId,
      attestation: {
        statementId: 'attest.author.v1',
        accepted: true,
        reauthentication: { method: 'password', value: storyPassword },
      },
    });
    const { packageId, token } = await release([{ artifactId }], { requiresConsent: false, maxOpens: 1 });
    const { package: known } = await cy.governance.getReleasePackage({ packageId });
    const opens = async () =>
      (await cy.governance.getReleasePackage({ packageId })).package.recipientActivity.opens;
    const path = `/api/v1/public/records/portal/packages/${packageId}/items/${known.items[0]?.id}/attachments/${attachment.id}/content`;
    const get = async (headers: Record<string, string> = {}, method = 'GET') => {
      const answer = await fetch(`${installation.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
      return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? '' };
    };

    const { status, etag } = await get({}, 'HEAD');
    expect(status).to.equal(200);
    expect((await get({ range: 'bytes=999-' })).status).to.equal(416);
    expect((await get({ 'if-none-match': etag })).status).to.equal(304);
    expect(await opens()).to.equal(0);
    expect(await get()).to.deep.include({ status: 200, text: 'Potassium 4.1 mmol/l' });
    expect(await opens()).to.equal(1);
    installation.advance(31 * 60);
    expect((await get()).status).to.equal(403);
  });

  /** The code of a refusal with that of its first detail. */
  async function goneBecause(call: Promise<unknown>): Promise<string> {
    const error = await call.then(
      () => null,
      (refused: { code: string; details?: readonly { code: string }[] }) => refused,
    );
    return error === null ? 'none' : `${error.code} ${error.details?.[0]?.code ?? ''}`.trim();
  }
});
