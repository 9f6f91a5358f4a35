import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { present } from './presentation.ts';

const manner = { width: 80, style: (_: string, text: string) => text, viewpoint: null };
const officer = { userId: 'usr_1', displayName: 'Ada' };

describe('what is shown of one thing', () => {
  it('says in words that a list is empty, and leaves a dash for what is not known', () => {
    const { text } = present({ project: { name: null, tags: [] } }, manner);
    expect(text.split('\n')).to.deep.equal(['name  –', 'tags  none']);
  });

  it('says that nobody would be told of an emergency, or who would', () => {
    const nobody = present({ drill: { told: [], reviewers: [] } }, manner);
    expect(nobody.text.split('\n')).to.deep.equal(['told       none', 'reviewers  none']);

    const told = present({ drill: { told: [{ person: officer }], reviewers: [officer] } }, manner);
    expect(told.text).to.include('told[0].person.displayName');
  });

  it('gives each of several things a heading, and each of several of one kind its place among them', () => {
    const { text } = present(
      {
        signature: { status: 'sent', sender: { name: 'Ada' } },
        count: 2,
        signers: [{ name: 'Grace' }, { name: 'Alan', phone: null }],
        fields: [],
      },
      manner,
    );
    expect(text.split('\n')).to.deep.equal([
      'count   2',
      'fields  none',
      '',
      'Signature',
      '  status       sent',
      '  sender.name  Ada',
      '',
      'Signer 1 of 2',
      '  name  Grace',
      '',
      'Signer 2 of 2',
      '  name   Alan',
      '  phone  –',
    ]);
  });
});

describe('what is shown of a list', () => {
  const operation = operations.find(({ id }) => id === 'listRetention') ?? null;
  const clocks = [{ caseId: 'cas_1', state: 'running', dueOn: '2031-01-01', onHold: false }];
  const policies = [{ code: 'treatment', name: 'Ten years' }];

  it('shows what else the answer lists below a heading of its own', () => {
    const { text, notes } = present(
      { clocks, policies, holds: [], count: 1, nextCursor: null },
      { ...manner, operation },
    );
    expect([text.split('\n'), notes]).to.deep.equal([
      [
        'Clocks',
        'caseId  state    dueOn       onHold',
        'cas_1   running  2031-01-01  false',
        '',
        'Policies',
        'code       name',
        'treatment  Ten years',
      ],
      [],
    ]);
    const none = present({ clocks: [], policies, count: 0 }, { ...manner, operation });
    expect(none.text).to.match(/^No clocks\.\n\nPolicies\n/);
  });

  it('is the list alone where there is nothing else, or where columns are asked for', () => {
    const alone = present({ clocks, policies: [], count: 1 }, { ...manner, operation });
    const asked = present({ clocks, policies, count: 1 }, { ...manner, operation, columns: ['state'] });
    expect(alone.text).to.match(/^caseId /);
    expect(asked.text).to.equal('state\nrunning');
  });
});

describe('what is shown of a change', () => {
  const operation = (wanted: string) => operations.find(({ id }) => id === wanted) ?? null;
  const shown = (id: string, data: object) => present(data, { ...manner, operation: operation(id) }).text;

  it('says of a new link that it was made, for what, and where it leads', () => {
    const made = {
      package: { id: 'rp_1', title: 'Court file' },
      portalUrl: 'https://a.example/portal#token=t',
    };
    expect(shown('createPortalLink', made).split('\n')).to.deep.equal([
      'Created portal link for package "Court file" rp_1',
      'portalUrl  https://a.example/portal#token=t',
    ]);
    expect(shown('createPortalLink', { ...made, portalUrl: null })).to.equal(
      'Created portal link for package "Court file" rp_1',
    );
  });

  it('names the thing that changed where it answers with another one too, which comes below its heading', () => {
    const data = { member: { id: 'mem_1', displayName: 'Ada' }, case: { id: 'cas_1', title: 'Smith' } };
    expect(shown('addCaseMember', data).split('\n')).to.deep.equal([
      'Added member "Ada" mem_1',
      'Case',
      '  id     cas_1',
      '  title  Smith',
    ]);
  });

  it('shows each of the things where none is the one that the command is named after', () => {
    const data = { workspace: { id: 'wsp_1', name: 'Harbour' }, membership: { id: 'msh_1', role: 'member' } };
    expect(shown('acceptInvitation', data).split('\n')).to.deep.equal([
      'Workspace',
      '  id    wsp_1',
      '  name  Harbour',
      '',
      'Membership',
      '  id    msh_1',
      '  role  member',
    ]);
  });
});
