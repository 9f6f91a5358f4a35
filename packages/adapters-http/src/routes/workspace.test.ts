import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('workspaceRoutes', () => {
  let here: Served;
  before(async () => {
    here = await served();
  });
  after(() => here.close());

  it('INT-2: the integration lists have exactly three members; paging parameters change nothing', async () => {
    await here.person('member', 'Grace');
    await here.chancery.workspace.createProject({ name: 'Audit' }, here.owner.session);
    await here.chancery.workspace.createProject({ name: 'Budget' }, here.owner.session);
    const { secret } = await here.apiKey('members.read', 'projects.read');

    for (const list of ['members', 'projects']) {
      const row = `GET /api/v1/integrations/workspace/${list}` as const;
      const plain = await here.call(row, { token: secret });
      const paged = await here.call(`${row}?limit=1&offset=1&cursor=x&page=2`, { token: secret });

      expect([plain.status, plain.body.data.count]).to.deep.equal([200, 2]);
      expect(plain.body.data).to.have.all.keys(list, 'count', 'workspaceId');
      expect(paged.body.data).to.deep.equal(plain.body.data);
    }
  });

  it('PLT-6: other lists ignore unknown query parameters, and take their own as text', async () => {
    const token = here.owner.session.credential;

    const { status, body } = await here.call('GET /api/v1/projects?limit=1&colour=blue', { token });

    expect([status, body.data.count]).to.deep.equal([200, 1]);
    expect(
      (await here.call('GET /api/v1/workspace/members?limit=201', { token })).body.error.details[0].path,
    ).to.equal('/query/limit');
  });

  it('WSP-12: removal takes the heir in its body', async () => {
    const token = here.owner.session.credential;
    const [leaver, heir] = [await here.person('member'), await here.person('member')];

    const answer = await here.call(`DELETE /api/v1/workspace/members/${leaver.id}`, {
      token,
      body: { reassignToUserId: heir.id },
    });

    expect([answer.status, answer.body.data.member.status]).to.deep.equal([200, 'removed']);
    expect((await here.happened()).at(-1)?.facts).to.include({ heirUserId: heir.id });
  });

  it('answers 201 to a new project, 412 to an old version, and creates once for one idempotency key', async () => {
    const token = here.owner.session.credential;
    const create = () =>
      here.call('POST /api/v1/projects', {
        token,
        body: { name: 'Once' },
        headers: { 'X-Idempotency-Key': 'once' },
      });

    const [first, second] = [await create(), await create()];
    const stale = await here.call(`PATCH /api/v1/projects/${first.body.data.project.id}`, {
      token,
      body: { name: 'x', expectedVersion: 7 },
    });

    expect([first.status, second.status]).to.deep.equal([201, 201]);
    expect(second.body.data).to.deep.equal(first.body.data);
    expect([stale.status, stale.body.error.details]).to.deep.equal([
      412,
      [{ path: '/body/expectedVersion', code: 'version_conflict', message: 'The current version is 1.' }],
    ]);
  });
});
