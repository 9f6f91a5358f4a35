import { failureOf, faultsOf, promotingOffice } from '@chancery/adapters-persistence/testing';
import { sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { BundleTooLarge } from '../bundle/record-pdf-composer.ts';

const deed = '%PDF-1.7 deed';

describe('promotions', () => {
  it('REC-55: a document becomes a draft, an attachment of its exact bytes and a follow-up, each pinned to what was read', async () => {
    const { promote, aDocument, begin, read, happened, workspaceId, aCase, cy } = await promotingOffice();
    const { id: sourceId } = await aDocument();
    const { id: entryId } = await begin();
    const source = { sourceKind: 'document' as const, sourceId };

    const made = await promote({ ...source, target: 'entry' });
    const { promotion: ofFile, attachment } = await promote({ ...source, target: 'attachment', entryId });
    const { followUp } = await promote({ ...source, target: 'follow_up', title: 'Read the deed' });

    const { id, createdAt, createdBy, ...promotion } = made.promotion;
    expect(promotion).to.deep.equal({
      ...{ workspaceId, caseId: aCase.id, sourceKind: 'document', sourceId, sourceVersion: '1' },
      ...{ sourceSha256: sha256Of(Buffer.from(deed)), sourceTitle: 'The deed' },
      ...{ target: 'entry', targetId: made.entry?.id },
    });
    expect(createdBy.userId).to.equal(cy.id);
    expect([made.encounter, made.attachment, made.followUp]).to.deep.equal([null, null, null]);
    const entry = await read(made.entry?.id ?? '');
    expect([entry.status, entry.title, entry.source]).to.deep.equal([
      'draft',
      'The deed',
      {
        ...{ promotionId: id, kind: 'document', sourceId, sourceVersion: '1' },
        sourceSha256: promotion.sourceSha256,
      },
    ]);
    expect(entry.contentText).to.include(`SHA-256: ${promotion.sourceSha256}`);
    expect([attachment?.sha256, attachment?.source, attachment?.artifactId]).to.deep.equal([
      promotion.sourceSha256,
      'document',
      entryId,
    ]);
    expect(ofFile.targetId).to.equal(attachment?.id);
    expect([followUp?.title, followUp?.source.kind]).to.deep.equal(['Read the deed', 'promotion']);
    const told = (await happened()).filter(({ type }) => type === 'promotion.created');
    expect(told.map(({ facts }) => facts)).to.deep.equal(
      ['entry', 'attachment', 'follow_up'].map((target) => ({
        ...{ sourceKind: 'document', target, sourceSha256: promotion.sourceSha256 },
      })),
    );
  });

  it('REC-55: the same of one version is made once, raced too, and again only if that is asked for', async () => {
    const { promote, aDocument, open, cy } = await promotingOffice();
    const { id: sourceId } = await aDocument();
    const asked = { sourceKind: 'document', sourceId, target: 'follow_up' } as const;

    const outcomes = await Promise.allSettled([promote(asked), promote(asked), promote(asked)]);

    const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value.promotion : []));
    expect(made).to.have.length(1);
    for (const each of outcomes)
      if (each.status === 'rejected') {
        expect(each.reason.code).to.equal('promotion.already_promoted');
        expect(each.reason.details[0].message).to.include(made[0]?.targetId ?? 'nothing');
      }
    expect(await failureOf(promote({ ...asked, target: 'entry' }))).to.equal('none');
    for (const _ of [1, 2])
      expect((await promote({ ...asked, allowDuplicate: true })).promotion.targetId).not.to.equal(
        made[0]?.targetId,
      );
    const other = await open({ status: 'active', members: [{ userId: cy.id, role: 'contributor' }] });
    expect(await failureOf(promote({ ...asked, caseId: other.id }))).to.equal('none');
  });

  it('REC-55: what the caller does not see in its own context does not exist here either', async () => {
    const { promote, aDocument, aMeeting, fromClient, bo, cy, owner, chancery } = await promotingOffice();
    const hidden = await aDocument({ visibility: 'restricted' });
    const meeting = await aMeeting({ visibility: 'private' }, owner);
    const sent = await fromClient(true);
    const { project } = await chancery.workspace.createProject(
      { name: 'Secret', visibility: 'private' },
      owner.session,
    );
    const target = 'follow_up';

    for (const [sourceKind, sourceId, as, code] of [
      ['document', hidden.id, cy, 'document.not_found'],
      ['meeting', meeting.id, cy, 'meeting.not_found'],
      ['file_request_upload', sent, bo, 'client_upload.not_found'],
      ['project', project.id, cy, 'project.not_found'],
    ] as const)
      expect(await failureOf(promote({ sourceKind, sourceId, target }, as)), sourceKind).to.equal(code);
  });

  it('REC-24: nothing is made in a case that is closed', async () => {
    const { promote, aDocument, records, aCase, bo } = await promotingOffice();
    const { id: sourceId } = await aDocument();
    await records.transitionCase(
      { caseId: aCase.id, status: 'closed', reason: 'It is over.', closureOutcome: 'Settled' },
      bo.session,
    );

    expect(await failureOf(promote({ sourceKind: 'document', sourceId, target: 'follow_up' }))).to.equal(
      'case.invalid_state',
    );
  });

  it('6.2: a file of a client is taken once it was accepted, and a document as long as it is not in the trash', async () => {
    const { promote, aDocument, fromClient, begin, chancery, owner } = await promotingOffice();
    const [waiting, accepted] = [await fromClient(false), await fromClient(true)];
    const document = await aDocument();
    await chancery.documents.trashDocument({ documentId: document.id }, owner.session);
    const { id: entryId } = await begin();
    const upload = { sourceKind: 'file_request_upload', target: 'attachment', entryId } as const;

    expect(await failureOf(promote({ ...upload, sourceId: waiting }))).to.equal('promotion.source_not_ready');
    expect(
      await failureOf(promote({ sourceKind: 'document', sourceId: document.id, target: 'entry' })),
    ).to.equal('promotion.source_not_ready');
    const { promotion, attachment } = await promote({ ...upload, sourceId: accepted });
    expect([attachment?.source, promotion.sourceSha256]).to.deep.equal([
      'file_request',
      sha256Of(Buffer.from('%PDF-1.7 passport')),
    ]);
  });

  it('6.2: a meeting that is over becomes an encounter, a draft and a PDF of who was there', async () => {
    const { promote, held, begin, ports, read } = await promotingOffice();
    const sourceId = await held();
    const { id: entryId } = await begin();
    const meeting = { sourceKind: 'meeting', sourceId } as const;

    const { encounter } = await promote({ ...meeting, target: 'encounter' });
    const { entry, promotion } = await promote({ ...meeting, target: 'entry', include: ['details'] });
    const { attachment } = await promote({ ...meeting, target: 'attachment', entryId });

    expect([encounter?.status, encounter?.durationMinutes, encounter?.meetingId]).to.deep.equal([
      'completed',
      8,
      sourceId,
    ]);
    expect(encounter?.participants).to.deep.equal([
      { kind: 'external', id: null, displayName: 'Cleo', role: 'attendee', attended: true },
    ]);
    expect(promotion.sourceSha256).to.match(/^[0-9a-f]{64}$/);
    const { contentText, occurredAt } = await read(entry?.id ?? '');
    expect(contentText).to.include('Title: Review &lsqb;of&rsqb; &lt;b\\>papers&lt;/b\\>');
    expect(occurredAt).to.equal(encounter?.startedAt);
    expect([attachment?.source, attachment?.contentType]).to.deep.equal(['meeting', 'application/pdf']);
    expect(ports.recordPdfComposer.asked.at(-1)?.title).to.equal('Review [of] <b>papers</b>');
  });

  it('6.2: who was at a meeting that is over is attached to a draft by whoever may know it, and nothing else of it', async () => {
    const { held, aMeeting, begin, records, cy, bo } = await promotingOffice();
    const meetingId = await held();
    const [{ id: artifactId }, { id: ofBo }] = [await begin(), await begin({}, bo)];
    const link = (input: object, as = cy) =>
      records.linkEntryAttachment(
        { artifactId, meetingId, meetingArtifact: 'attendance', ...input },
        as.session,
      );

    const { attachment } = await link({ caption: 'Who was there' });

    expect(attachment).to.deep.include({
      ...{ source: 'meeting', sourceId: meetingId, contentType: 'application/pdf' },
      caption: 'Who was there',
    });
    for (const meetingArtifact of ['recording', 'transcript'])
      expect(await failureOf(link({ meetingArtifact }))).to.equal('attachment.source_not_ready');
    expect(await failureOf(link({ meetingId: (await aMeeting()).id }))).to.equal(
      'attachment.source_not_ready',
    );
    expect(await failureOf(link({ sourceVersion: '99' }))).to.equal('attachment.source_not_ready');
    expect(await failureOf(link({ artifactId: ofBo }, bo))).to.equal('meeting.not_found');
    expect(await faultsOf(link({ meetingArtifact: undefined }))).to.deep.equal([
      '/meetingArtifact field.invalid',
    ]);
    expect(await faultsOf(link({ documentId: meetingId }))).to.deep.equal(['/documentId field.invalid']);
  });

  it('6.2: while nobody has the time to draw who was at a meeting, it is asked for again', async () => {
    const { promote, held, begin, ports } = await promotingOffice();
    const sourceId = await held();
    const { id: entryId } = await begin();
    const asked = { sourceKind: 'meeting', sourceId, target: 'attachment', entryId } as const;
    ports.recordPdfComposer.before = async () => {
      throw new BundleTooLarge('It takes too much');
    };

    expect(await failureOf(promote(asked))).to.equal('dependency.unavailable');
    ports.recordPdfComposer.before = async () => undefined;
    expect(await failureOf(promote(asked))).to.equal('none');
  });

  it('REC-55: who was at a meeting, and what happened to it, is said to those alone who may know', async () => {
    const { promote, held, begin, read, bo } = await promotingOffice();
    const sourceId = await held();
    const { id: entryId } = await begin({}, bo);
    const meeting = { sourceKind: 'meeting', sourceId } as const;

    expect(await failureOf(promote({ ...meeting, target: 'attachment', entryId }, bo))).to.equal(
      'meeting.not_found',
    );
    const ofBo = await promote({ ...meeting, target: 'entry' }, bo);
    const ofCy = await promote({ ...meeting, target: 'entry', allowDuplicate: true });

    const texts = [await read(ofBo.entry?.id ?? '', bo), await read(ofCy.entry?.id ?? '')];
    expect(
      texts.map(({ contentText }) => [/Cleo/.test(contentText ?? ''), /Activity/.test(contentText ?? '')]),
    ).to.deep.equal([
      [false, false],
      [true, true],
    ]);
  });

  it('6.2: of a meeting to come only an encounter is made, which is planned, or cancelled with it', async () => {
    const { promote, aMeeting, chancery, cy } = await promotingOffice();
    const { id: sourceId } = await aMeeting();
    const meeting = { sourceKind: 'meeting', sourceId } as const;

    expect(await failureOf(promote({ ...meeting, target: 'entry' }))).to.equal('promotion.source_not_ready');
    const { encounter } = await promote({ ...meeting, target: 'encounter' });
    await chancery.meetings.cancelMeeting({ meetingId: sourceId }, cy.session);
    const after = await promote({ ...meeting, target: 'encounter' });

    expect([encounter?.status, encounter?.mode]).to.deep.equal(['planned', 'video']);
    expect(after.encounter?.status).to.equal('cancelled');
    expect(after.promotion.sourceVersion).not.to.equal('1');
  });

  it('6.2: what a source cannot become, and what would have no effect, is refused where it stands', async () => {
    const { promote, aDocument } = await promotingOffice();
    const { id: sourceId } = await aDocument();
    const document = { sourceKind: 'document', sourceId } as const;

    for (const [input, fault] of [
      [{ ...document, target: 'encounter' }, '/target field.invalid'],
      [{ ...document, sourceKind: 'project', target: 'entry' }, '/target field.invalid'],
      [{ ...document, target: 'attachment' }, '/entryId field.required'],
      [{ ...document, target: 'entry', include: ['details'] }, '/include field.unknown'],
      [{ ...document, target: 'follow_up', confidentiality: 'restricted' }, '/confidentiality field.unknown'],
    ] as const)
      expect(await faultsOf(promote(input as Parameters<typeof promote>[0]))).to.deep.equal([fault]);
  });

  it('GOV-40: a document of which something was made in a case under hold is held', async () => {
    const { promote, aDocument, chancery, aCase, bo, owner, clear } = await promotingOffice();
    const { id: documentId } = await aDocument();
    await clear(bo, 0, ['records_manager']);
    await chancery.governance.placeRecordHold(
      { name: 'Smith', reason: 'A claim was made', scope: { caseIds: [aCase.id] } },
      bo.session,
    );
    const trash = () => chancery.documents.trashDocument({ documentId }, owner.session);
    await trash();
    await chancery.documents.restoreDocument({ documentId }, owner.session);

    await promote({ sourceKind: 'document', sourceId: documentId, target: 'follow_up' });

    expect(await failureOf(trash())).to.equal('document.legal_hold');
  });
});
