import { aFile, failureOf, promotingOffice, statementsOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const restricted = 2;

/** The same office, and what is listed for its case. */
async function listingOffice() {
  const here = await promotingOffice();
  const { records, aCase, cy } = here;
  const list = (input: object = {}, as = cy) =>
    records.listIntegrationOptions({ caseId: aCase.id, ...input }, as.session);
  return { ...here, list };
}

type Listed = Awaited<ReturnType<Awaited<ReturnType<typeof listingOffice>>['list']>>;
const titles = ({ meetings, documents, fileRequestUploads, projects, templates }: Listed) =>
  [meetings, documents, fileRequestUploads, projects, templates].map((options) =>
    options.map(({ title }) => title),
  );

describe('integration options', () => {
  it('6.1: of each kind what can be made use of is listed, and what was made of it already', async () => {
    const { list, aDocument, held, fromClient, promote, chancery, template, cy, clock } =
      await listingOffice();
    const meetingId = await held();
    const { id: documentId, updatedAt } = await aDocument();
    const uploadId = await fromClient(true);
    await fromClient(false);
    const { project } = await chancery.workspace.createProject({ name: 'Move' }, cy.session);
    const { id: templateId } = await template();
    await promote({ sourceKind: 'document', sourceId: documentId, target: 'follow_up' });
    await promote({ sourceKind: 'document', sourceId: documentId, target: 'entry' });
    await promote({ sourceKind: 'meeting', sourceId: meetingId, target: 'encounter' });

    const now = clock.now();
    expect(await list()).to.deep.equal({
      count: 6,
      meetings: [
        {
          ...{ id: meetingId, title: 'Review [of] <b>papers</b>', status: 'ended', occurredAt: now },
          promotedTargets: ['encounter'],
        },
      ],
      documents: [
        {
          ...{ id: (await list()).documents[0]?.id, title: 'passport.pdf', status: 'active' },
          ...{ occurredAt: now, promotedTargets: [] },
        },
        {
          ...{ id: documentId, title: 'The deed', status: 'active', occurredAt: updatedAt },
          promotedTargets: ['entry', 'follow_up'],
        },
      ],
      fileRequestUploads: [
        {
          ...{ id: uploadId, title: 'passport.pdf', status: 'accepted', occurredAt: now },
          promotedTargets: [],
        },
      ],
      projects: [
        {
          ...{ id: project.id, title: 'Move', status: 'active', occurredAt: project.updatedAt },
          promotedTargets: [],
        },
      ],
      templates: [
        { id: templateId, title: 'Progress note', status: 'active', occurredAt: now, promotedTargets: [] },
      ],
    });
  });

  it('REC-55: what the caller does not see in its own context is missing, for owners too', async () => {
    const { list, aDocument, aMeeting, fromClient, records, aCase, chancery, bo, cy, owner } =
      await listingOffice();
    await records.addCaseMember({ caseId: aCase.id, userId: owner.id, role: 'lead' }, bo.session);
    await aDocument({ visibility: 'restricted' });
    await aMeeting({ title: 'Of the owner', visibility: 'private' }, owner);
    await aMeeting({ title: 'Of Cy', visibility: 'private' }, cy);
    await fromClient(true);
    await chancery.workspace.createProject({ name: 'Secret', visibility: 'private' }, owner.session);

    expect(titles(await list())).to.deep.equal([['Of Cy'], ['passport.pdf'], ['passport.pdf'], [], []]);
    expect(titles(await list({}, bo))).to.deep.equal([[], ['passport.pdf'], [], [], []]);
    expect(titles(await list({}, owner))).to.deep.equal([
      ['Of the owner'],
      ['passport.pdf', 'The deed'],
      ['passport.pdf'],
      ['Secret'],
      [],
    ]);
  });

  it('CFR-10: a file for a case is listed for those who may read that case', async () => {
    const { list, fromClient, open, sql, bo, cy, owner } = await listingOffice();
    const id = await fromClient(true);
    const other = await open({ status: 'active', members: [{ userId: cy.id, role: 'contributor' }] });
    const uploads = async (as: typeof bo) => (await list({}, as)).fileRequestUploads.map((each) => each.id);
    const tie = (caseId: string) =>
      sql('update file_requests set case_id = $1, owner_user_id = $2', [caseId, owner.id]);

    await tie(other.id);
    expect([await uploads(bo), await uploads(cy)]).to.deep.equal([[id], [id]]);
    await sql('update case_members set ended_at = added_at where case_id = $1 and user_id = $2', [
      ...[other.id, cy.id],
    ]);
    expect([await uploads(bo), await uploads(cy)]).to.deep.equal([[id], []]);
  });

  it('6.2: what is in the trash, out for signing, archived or of another type of case is missing', async () => {
    const { list, aDocument, chancery, template, records, owner, cy, sql } = await listingOffice();
    const trashed = await aDocument({ name: 'Trashed' });
    await chancery.documents.trashDocument({ documentId: trashed.id }, owner.session);
    const sent = await aDocument({ name: 'Sent' });
    await sql("update documents set signature_status = 'sent' where id = $1", [sent.id]);
    const { project } = await chancery.workspace.createProject({ name: 'Over' }, cy.session);
    await chancery.workspace.archiveProject({ projectId: project.id }, owner.session);
    const { id: templateId } = await template({ code: 'old', name: 'Old' });
    await records.updateRecordTemplate({ templateId, status: 'archived' }, owner.session);
    await template({ code: 'custody', name: 'Custody', caseTypes: ['custody'] });
    await template({ code: 'any', name: 'Any case', caseTypes: [] });

    expect(titles(await list())).to.deep.equal([[], [], [], [], ['Any case']]);
  });

  it('6.1: every word is found in what it is called, whatever its case and accents, and no more than the limit is shown', async () => {
    const { list, aDocument, aMeeting, held, chancery, template, cy, owner } = await listingOffice();
    await held();
    for (const name of ['Café Müller, 100%', 'Another']) {
      await aDocument({ name, file: aFile('a.pdf', `%PDF-1.7 ${name}`) });
      await aMeeting({ title: name });
      await chancery.workspace.createProject({ name }, cy.session);
      await template({ code: `t${name.length}`, name });
    }

    const found = titles(await list({ search: 'MULLER cafe' }));
    const one = titles(await list({ limit: 1 }, cy));

    const cafe = ['Café Müller, 100%'];
    expect(found).to.deep.equal([cafe, cafe, [], cafe, cafe]);
    expect(one.map(({ length }) => length)).to.deep.equal([1, 1, 0, 1, 1]);
    expect(one[0]).to.deep.equal(['Review [of] <b>papers</b>']);
    expect(await failureOf(list({ limit: 51 }, owner))).to.equal('request.invalid');
  });

  it('REC-4, REC-6: what was made is named to those alone who see it, and then the read leaves a line', async () => {
    const { list, aDocument, promote, clear, bo, cy, happened, lines, records } = await listingOffice();
    await clear(cy, restricted);
    const { id: sourceId } = await aDocument();
    const { entry } = await promote({
      ...{ sourceKind: 'document', sourceId, target: 'entry', confidentiality: 'restricted' },
      purposeOfUse: 'professional_operations',
    });
    await promote({ sourceKind: 'document', sourceId, target: 'follow_up' });
    const { id: entryId } = (
      await records.createEntry(
        { caseId: entry?.caseId ?? '', entryType: 'note', title: 'Note', body: 'Text' },
        cy.session,
      )
    ).entry;
    await promote({ sourceKind: 'document', sourceId, target: 'attachment', entryId });
    const made = async (input: object, as: typeof cy) =>
      (await list(input, as)).documents.map(({ promotedTargets }) => promotedTargets);
    const purpose = { purposeOfUse: 'professional_operations' };
    const before = (await happened()).length;

    expect([await made({}, cy), await made(purpose, bo)]).to.deep.equal([
      [['attachment', 'follow_up']],
      [['attachment', 'follow_up']],
    ]);
    expect((await happened()).slice(before)).to.deep.equal([]);
    expect(await made(purpose, cy)).to.deep.equal([['entry', 'attachment', 'follow_up']]);
    expect((await happened()).slice(before).map(({ type }) => type)).to.deep.equal(['case.read']);
    const payloads = (await lines()).map(({ payload }) => JSON.parse(payload));
    const { labels, purposeOfUse } = payloads.findLast(({ action }) => action === 'case.read');
    expect([labels, purposeOfUse]).to.deep.equal([['restricted'], 'professional_operations']);
  });

  it('REC-1: only whoever writes in the case is told, and for everybody else there is no case', async () => {
    const { list, open, bo, cy, guest, owner } = await listingOffice();
    const hidden = await open({}, bo);

    expect([
      await failureOf(list({}, guest)),
      await failureOf(list({}, owner)),
      await failureOf(list({ caseId: hidden.id }, cy)),
    ]).to.deep.equal(['permission.denied', 'permission.denied', 'case.not_found']);
  });

  it('6.1: however much there is, as many statements are sent', async () => {
    const { list, aDocument, aMeeting, fromClient, promote, chancery, template, cy, database, aCase, sql } =
      await listingOffice();
    const more = async (name: string) => {
      const { id: sourceId } = await aDocument({ name, file: aFile('a.pdf', `%PDF-1.7 ${name}`) });
      await aMeeting({ title: name });
      await chancery.workspace.createProject({ name }, cy.session);
      await template({ code: name, name });
      await fromClient(true);
      await sql('update file_requests set case_id = $1', [aCase.id]);
      await promote({ sourceKind: 'document', sourceId, target: 'follow_up' });
    };
    const sent = async () => {
      await list();
      // Whoever reads does not wait for the commit, which may be counted or not.
      return (await statementsOf(database, list)).filter((text) => text !== 'commit');
    };
    await more('first');
    const few = await sent();
    for (const name of ['second', 'third', 'fourth']) await more(name);

    expect(await sent()).to.deep.equal(few);
    expect(titles(await list()).map(({ length }) => length)).to.deep.equal([4, 8, 4, 4, 4]);
  });
});
