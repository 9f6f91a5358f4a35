import { failureOf, faultsOf, fileRequestWorld, theClient } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { plusDays } from '../kernel/time.ts';

const nowhere = '01900000-0000-7000-8000-00000000000a';

describe('requests for files, before they are sent', () => {
  it('are drafts that nobody outside knows, with items that are open and an end in 90 days', async () => {
    const { drafted, clock, told, ports, worker, owner } = await fileRequestWorld();

    const request = await drafted();

    await worker.drain();
    expect(ports.mail.sent).to.deep.equal([]);
    expect(request).to.deep.include({
      ...theClient,
      title: 'Tax return',
      message: null,
      clientPhone: null,
      status: 'draft',
      dueOn: null,
      overdue: false,
      expiresAt: plusDays(clock.now(), 90),
      ownerUserId: owner.id,
      language: 'en',
      reminders: { firstAfterDays: 3, everyDays: 7, max: 5 },
      progress: { required: 1, received: 0, accepted: 0 },
      sentAt: null,
      linkVersion: null,
      version: 1,
    });
    expect(request.items.map(({ name, required, status, maxFiles }) => [name, required, status, maxFiles]))
      // The usual number of files is five.
      .to.deep.equal([
        ['Passport', true, 'open', 2],
        ['Payslips', false, 'open', 5],
      ]);
    expect(await told()).to.deep.equal(['file_request.created']);
  });

  it('need a title and items, unless a template has them', async () => {
    const { requests, owner } = await fileRequestWorld();
    const item = { name: 'Passport' };

    expect(
      await faultsOf(requests.createFileRequest({ ...theClient, items: [item] }, owner.session)),
    ).to.deep.equal(['/title field.required']);
    expect(
      await faultsOf(requests.createFileRequest({ ...theClient, title: 'Tax' }, owner.session)),
    ).to.deep.equal(['/items file_request.items_missing']);

    const { template } = await requests.createFileRequestTemplate(
      { name: 'Tax', message: 'Dear client', items: [item], dueInDays: 10, reminders: null, language: 'de' },
      owner.session,
    );
    const { request } = await requests.createFileRequest(
      { ...theClient, templateId: template.id, title: 'Tax of 2026' },
      owner.session,
    );
    expect(request).to.deep.include({
      title: 'Tax of 2026',
      message: 'Dear client',
      dueOn: '2026-12-03',
      reminders: null,
      language: 'de',
      templateId: template.id,
    });
    expect(request.items.map(({ name }) => name)).to.deep.equal(['Passport']);
  });

  it('refuse days and ends that lie too far away, folders, types and templates that are not there, and numbers that nobody has', async () => {
    const { drafted } = await fileRequestWorld();

    expect(await faultsOf(drafted({ dueOn: '2026-11-22' }))).to.deep.equal(['/dueOn field.out_of_range']);
    expect(await faultsOf(drafted({ dueOn: '2028-11-23' }))).to.deep.equal(['/dueOn field.out_of_range']);
    expect(await faultsOf(drafted({ expiresAt: '2027-11-24T00:00:00Z' }))).to.deep.equal([
      '/expiresAt field.out_of_range',
    ]);
    expect(await faultsOf(drafted({ clientPhone: '12' }))).to.deep.equal(['/clientPhone field.invalid']);
    expect(await failureOf(drafted({ folderId: nowhere }))).to.equal('folder.not_found');
    expect(await failureOf(drafted({ items: [{ name: 'One', documentTypeId: nowhere }] }))).to.equal(
      'type.not_found',
    );
    expect(await failureOf(drafted({ templateId: nowhere }))).to.equal('file_request_template.not_found');
    expect(await failureOf(drafted({ caseId: nowhere }))).to.equal('case.not_found');
  });

  it('end thirty days after the day by which files are wanted, and never later than a year ahead', async () => {
    const { drafted, clock } = await fileRequestWorld();

    expect((await drafted({ dueOn: '2026-12-01' })).expiresAt).to.equal('2027-01-01T00:00:00.000Z');
    expect((await drafted({ dueOn: '2028-01-01' })).expiresAt).to.equal(plusDays(clock.now(), 365));
  });

  it('CFR-1: a list without status and search, or with both empty, shows all, the newest first', async () => {
    const { requests, owner, drafted, sent } = await fileRequestWorld();
    const [first, { request: second }] = [await drafted({ title: 'First' }), await sent({ title: 'Second' })];
    const listed = async (input: Parameters<typeof requests.listFileRequests>[0]) =>
      (await requests.listFileRequests(input, owner.session)).requests.map(({ id }) => id);

    for (const asked of [{}, { status: '' as const }, { search: '' }, { status: '' as const, search: ' ' }])
      expect(await listed(asked)).to.deep.equal([second.id, first.id]);
    expect(await listed({ status: 'open' })).to.deep.equal([second.id]);
    expect(await listed({ status: 'draft' })).to.deep.equal([first.id]);
    expect(await listed({ search: 'GRÁCE seco' })).to.deep.equal([second.id]);
    expect(await listed({ search: 'example.org nothing' })).to.deep.equal([]);
  });

  it('are listed a page at a time, each once, with a search and without', async () => {
    const { requests, owner, drafted } = await fileRequestWorld();
    const made: string[] = [];
    for (let number = 0; number < 5; number += 1) made.push((await drafted()).id);

    for (const search of ['', 'tax']) {
      const walked: string[] = [];
      let cursor: string | undefined;
      do {
        const page: Awaited<ReturnType<typeof requests.listFileRequests>> = await requests.listFileRequests(
          { search, limit: 2, ...(cursor === undefined ? {} : { cursor }) },
          owner.session,
        );
        walked.push(...page.requests.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(walked, search).to.deep.equal(made.toReversed());
    }
  });

  it('members see and change their own alone, owners and admins all of them', async () => {
    const { requests, person, drafted, read } = await fileRequestWorld();
    const [member, admin, other] = [
      await person('member'),
      await person('admin'),
      await person('member', 'Otto'),
    ];
    const { id: requestId } = await drafted({}, member);
    const seenBy = async (who: typeof member) =>
      (await requests.listFileRequests({}, who.session)).requests.map(({ id }) => id);

    expect(await seenBy(member)).to.deep.equal([requestId]);
    expect(await seenBy(admin)).to.deep.equal([requestId]);
    expect(await seenBy(other)).to.deep.equal([]);
    expect(await failureOf(read(requestId, other.session))).to.equal('file_request.not_found');
    expect(await failureOf(requests.updateFileRequest({ requestId, title: 'Mine' }, other.session))).to.equal(
      'file_request.not_found',
    );
    expect(
      (await requests.updateFileRequest({ requestId, title: 'Seen' }, admin.session)).request.title,
    ).to.equal('Seen');
  });

  it('CFR-10: a request of a case is seen by those who may read the case, and changed by its owner', async () => {
    const { requests, person, drafted, read, cases, owner } = await fileRequestWorld();
    const [member, colleague] = [await person('member'), await person('member', 'Otto')];
    cases.set(nowhere, [member.id, colleague.id]);
    const { id: requestId } = await drafted({ caseId: nowhere }, member);
    const { id: other } = await drafted({}, member);
    const seenBy = async (who: typeof member) =>
      (await requests.listFileRequests({}, who.session)).requests.map(({ id }) => id);

    expect((await read(requestId, colleague.session)).caseId).to.equal(nowhere);
    expect(await seenBy(colleague)).to.deep.equal([requestId]);
    expect(
      await failureOf(requests.updateFileRequest({ requestId, title: 'Mine' }, colleague.session)),
    ).to.equal('permission.denied');
    // The records of a case decide, even for whoever owns the workspace.
    expect(await failureOf(read(requestId))).to.equal('file_request.not_found');
    expect(await seenBy(owner)).to.deep.equal([other]);
    // However many of them are passed over, a page holds what there is to see.
    await drafted({ caseId: nowhere }, member);
    await drafted({ caseId: nowhere }, member);
    const { requests: page } = await requests.listFileRequests({ limit: 1 }, owner.session);
    expect(page.map(({ id }) => id)).to.deep.equal([other]);
    expect(await failureOf(drafted({ caseId: nowhere }))).to.equal('case.not_found');
  });

  it('LIB-19: a workspace has at most 10,000 that have not ended, drafts included, and 500 live templates', async () => {
    const { requests, owner, drafted, sql, workspaceId } = await fileRequestWorld();
    const { id } = await drafted();
    const { template } = await requests.createFileRequestTemplate(
      { name: 'First', items: [{ name: 'Passport' }] },
      owner.session,
    );
    await multiply(sql, 'file_requests', id, 9_999);
    await multiply(sql, 'file_request_templates', template.id, 499, "name || ' ' || n");

    expect(await failureOf(drafted())).to.equal('file_request.too_many');
    const another = { name: 'Another', items: [{ name: 'Passport' }] };
    expect(await failureOf(requests.createFileRequestTemplate(another, owner.session))).to.equal(
      'file_request_template.too_many',
    );
    await requests.updateFileRequest({ requestId: id, status: 'cancelled' }, owner.session);
    await requests.updateFileRequestTemplate({ templateId: template.id, archived: true }, owner.session);
    expect(await failureOf(drafted())).to.equal('none');
    // What has ended is one more again once it is opened.
    const reopening = { requestId: id, status: 'reopened' as const, expiresAt: '2027-01-01T00:00:00Z' };
    expect(await failureOf(requests.updateFileRequest(reopening, owner.session))).to.equal(
      'file_request.too_many',
    );
    expect(await failureOf(requests.createFileRequestTemplate(another, owner.session))).to.equal('none');
    expect(
      await failureOf(
        requests.updateFileRequestTemplate({ templateId: template.id, archived: false }, owner.session),
      ),
    ).to.equal('file_request_template.too_many');
    await sql('delete from file_requests where workspace_id = $1', [workspaceId]);
  });

  it('one that names a version is changed only if it has it', async () => {
    const { requests, owner, drafted } = await fileRequestWorld();
    const { id: requestId, version } = await drafted();
    const change = (title: string) =>
      requests.updateFileRequest({ requestId, title, expectedVersion: version }, owner.session);

    const outcomes = await Promise.all([failureOf(change('One')), failureOf(change('Two'))]);
    expect(outcomes.sort()).to.deep.equal(['none', 'version_conflict']);
  });

  it('are changed in whole, keep items by id, and say what changed', async () => {
    const { requests, owner, person, drafted, happened } = await fileRequestWorld();
    const { id: requestId, items } = await drafted({ dueOn: '2026-12-01' });
    const [passport] = items;
    const heir = await person('member');

    const { request } = await requests.updateFileRequest(
      {
        requestId,
        title: 'Tax return of 2026',
        dueOn: null,
        ownerUserId: heir.id,
        items: [{ name: 'Contract' }, { id: passport?.id ?? '', name: 'Passport or card' }],
      },
      owner.session,
    );

    expect(request).to.deep.include({
      title: 'Tax return of 2026',
      dueOn: null,
      expiresAt: '2027-02-21T12:00:00.000Z',
      ownerUserId: heir.id,
    });
    expect(request.items.map(({ name }) => name)).to.deep.equal(['Contract', 'Passport or card']);
    expect(request.items[1]?.id).to.equal(passport?.id);
    expect((await happened()).at(-1)?.facts).to.deep.equal({
      status: 'draft',
      changed: ['title', 'dueOn', 'ownerUserId', 'items'],
    });
    expect(
      await faultsOf(
        requests.updateFileRequest({ requestId, items: [{ id: nowhere, name: 'One' }] }, owner.session),
      ),
    ).to.deep.equal(['/items/0/id field.not_an_option']);
    const guest = await person('guest');
    for (const ownerUserId of [guest.id, `usr_${'0'.repeat(32)}`])
      expect(await failureOf(requests.updateFileRequest({ requestId, ownerUserId }, owner.session))).to.equal(
        'member.not_found',
      );
  });
});

describe('templates of requests for files', () => {
  it('have names that are unique among live ones, whatever their case, and are listed by them', async () => {
    const { requests, owner, person } = await fileRequestWorld();
    const member = await person('member');
    const make = (name: string, as = member) =>
      requests.createFileRequestTemplate({ name, items: [{ name: 'Passport' }] }, as.session);
    const { template } = await make('Übergabe');
    await make('Tax');

    expect(await failureOf(make('UBERGABE', owner))).to.equal('file_request_template.duplicate');
    const listed = async (archived: boolean) =>
      (await requests.listFileRequestTemplates({ archived }, owner.session)).templates.map(
        ({ name }) => name,
      );
    expect(await listed(false)).to.deep.equal(['Tax', 'Übergabe']);
    await requests.updateFileRequestTemplate({ templateId: template.id, archived: true }, member.session);
    expect(await listed(false)).to.deep.equal(['Tax']);
    expect(await listed(true)).to.deep.equal(['Tax', 'Übergabe']);
    expect(await failureOf(make('Ubergabe'))).to.equal('none');
    expect(
      await failureOf(
        requests.updateFileRequestTemplate({ templateId: template.id, archived: false }, member.session),
      ),
    ).to.equal('file_request_template.duplicate');
  });

  it('are changed by whoever made them, and by owners and admins', async () => {
    const { requests, owner, person } = await fileRequestWorld();
    const [member, other] = [await person('member'), await person('member', 'Otto')];
    const { template } = await requests.createFileRequestTemplate(
      { name: 'Tax', items: [{ name: 'Passport' }] },
      member.session,
    );
    const rename = (name: string, as = member) =>
      requests.updateFileRequestTemplate({ templateId: template.id, name }, as.session);

    expect(await failureOf(rename('Taxes', other))).to.equal('permission.denied');
    expect((await rename('Taxes')).template).to.deep.include({ name: 'Taxes', version: 2 });
    expect((await rename('All taxes', owner)).template.version).to.equal(3);
  });

  it('twenty at once with one name make one template', async () => {
    const { requests, owner } = await fileRequestWorld();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        failureOf(
          requests.createFileRequestTemplate({ name: 'Tax', items: [{ name: 'Passport' }] }, owner.session),
        ),
      ),
    );

    expect(outcomes.filter((code) => code === 'none')).to.have.length(1);
    expect(new Set(outcomes)).to.deep.equal(new Set(['none', 'file_request_template.duplicate']));
  });
});

/** So many more rows like this one, each with an id of its own. */
async function multiply(
  sql: Awaited<ReturnType<typeof fileRequestWorld>>['sql'],
  table: string,
  id: string,
  count: number,
  name?: string,
): Promise<void> {
  const columns = (
    await sql<{ name: string }>(
      `select attname name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
  ).map((column) => column.name);
  const valueFor = (column: string) =>
    column === 'id' ? 'gen_random_uuid()' : column === 'name' && name !== undefined ? name : column;
  await sql(
    `insert into ${table} (${columns.join(', ')})
     select ${columns.map(valueFor).join(', ')} from ${table}, generate_series(1, ${count}) n where id = $1`,
    [id],
  );
}
