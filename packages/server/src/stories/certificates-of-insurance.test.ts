import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import { digitalPdf } from '../../../adapters-engines/src/text/testing/drawn-pages.ts';
import { refusalOf } from './testing/installation.ts';
import { openRetentionStory, type RetentionStory } from './testing/retention-story.ts';

const startsAt = '2026-11-23T08:00:00.000Z';

describe('lifecycle 13, walk-through 1: insurance certificates', () => {
  let story: RetentionStory;
  before(async () => {
    story = await openRetentionStory({ startsAt });
  });
  after(() => story?.close());

  it('a certificate is read, told of in time, and replaced by somebody other than who submits the new one', async () => {
    const { installation, signedIn } = story;
    let { ada, bea } = await signedIn();
    const { types } = await ada.lifecycle.listDocumentTypes();
    const typeId = types.find(({ key }) => key === 'insurance_certificate')?.id ?? '';
    const { policy } = await ada.lifecycle.createExpirationPolicy({
      name: 'Certificates',
      basis: 'document_date',
      graceDays: 14,
      notices: [60, 30, 7, 0].map((daysBefore) => ({ daysBefore, recipients: ['lifecycle_owner'] })),
      openRenewalDaysBefore: 45,
      timeZone: 'Europe/Berlin',
    });
    await ada.lifecycle.assignExpirationPolicy({ policyId: policy.id, scope: 'type', targetId: typeId });
    const { user } = await ada.identity.getMe();
    const upload = async (by: Chancery, name: string, lines: readonly string[]) => {
      const file = new Blob([Buffer.from(await digitalPdf([lines]))], { type: 'application/pdf' });
      return (await by.documents.uploadDocument({ file, name })).document;
    };
    const lines = ['Policy number: PL-2026-00431', 'Expiration date: 02/28/2027'];
    const old = await upload(ada, 'Certificate 2026.pdf', lines);
    const documentId = old.id;
    await ada.lifecycle.configureDocumentLifecycle({ documentId, typeId, ownerUserId: user.id });
    await ada.lifecycle.startDocumentExtraction({ documentId });
    await installation.mails();

    const { evidence } = await ada.lifecycle.listDocumentEvidence({ documentId });
    expect(
      evidence.map(({ kind, value, page, confidence, ambiguous }) => ({
        kind,
        value,
        page,
        confidence,
        ambiguous,
      })),
    ).to.deep.equal([
      { kind: 'policy_number', value: 'PL-2026-00431', page: 1, confidence: 0.9, ambiguous: false },
      { kind: 'expiration_date', value: '2027-02-28', page: 1, confidence: 0.95, ambiguous: false },
    ]);
    const dated = evidence.find(({ kind }) => kind === 'expiration_date');
    expect(dated?.boundingBox).to.include.keys('x', 'y', 'width', 'height');
    const evidenceId = dated?.id ?? '';
    const { lifecycle } = await ada.lifecycle.reviewEvidence({
      evidenceId,
      decision: 'accept',
      applyTo: 'expiresOn',
    });
    expect(lifecycle).to.include({ expiresOn: '2027-02-28', confirmed: true, status: 'current' });

    // Two certificates are due in the same morning.
    const other = await upload(ada, 'Certificate of the van.pdf', ['A van']);
    await ada.lifecycle.configureDocumentLifecycle({
      documentId: other.id,
      typeId,
      ownerUserId: user.id,
      statedExpiresOn: '2027-02-28',
    });
    await ada.lifecycle.confirmDocumentExpiration({ documentId: other.id, expiresOn: '2027-02-28' });
    const told = async () =>
      (await installation.mails()).filter(({ subject }) => subject.startsWith('Look at the date'));
    const work = async () => {
      await installation.mails();
      for (const topic of ['lifecycle.plan', 'lifecycle.start_actions', 'lifecycle.notices'])
        await installation.run(topic);
      await installation.mails();
    };
    installation.advanceTo('2026-12-30T07:59:00.000Z');
    await work();
    expect(await told()).to.deep.equal([]);
    installation.advanceTo('2026-12-30T08:00:30.000Z');
    await work();
    const [mail, ...more] = await told();
    expect(more).to.deep.equal([]);
    expect(mail?.to).to.include('ada@example.com');
    expect(mail?.text).to.include('Certificate 2026.pdf').and.to.include('Certificate of the van.pdf');
    ({ ada, bea } = await signedIn());
    expect((await ada.lifecycle.getDocumentLifecycle({ documentId })).lifecycle.status).to.equal(
      'expiring_soon',
    );

    installation.advanceTo('2027-01-14T08:00:30.000Z');
    await work();
    ({ ada, bea } = await signedIn());
    const { renewals } = await ada.lifecycle.listRenewals({ documentId });
    expect(renewals.map(({ status, openedBy, dueOn }) => [status, openedBy, dueOn])).to.deep.equal([
      ['open', 'policy', '2027-02-28'],
    ]);
    const caseId = renewals[0]?.id ?? '';
    const fresh = await upload(ada, 'Certificate 2027.pdf', ['The new one']);
    await ada.lifecycle.updateRenewal({
      caseId,
      action: 'submit_replacement',
      replacementDocumentId: fresh.id,
    });
    const approval = { caseId, decision: 'approve' } as const;
    expect(await refusalOf(ada.lifecycle.approveReplacement(approval))).to.deep.equal([
      403,
      'second_person.required',
    ]);
    const { lifecycle: replaced, replacementLifecycle } = await bea.lifecycle.approveReplacement(approval);

    expect([replaced.status, replaced.nextNoticeAt]).to.deep.equal(['superseded', null]);
    expect(replacementLifecycle).to.include({ typeId, ownerUserId: user.id, status: 'needs_date' });
    expect(replacementLifecycle.policy?.id).to.equal(policy.id);
    const before = (await told()).length;
    installation.advanceTo('2027-01-29T08:30:00.000Z');
    await work();
    const last = (await told()).slice(before);
    expect(last.map(({ text }) => text).join('\n'))
      .to.include('van')
      .and.not.to.include('Certificate 2026');
  });
});
