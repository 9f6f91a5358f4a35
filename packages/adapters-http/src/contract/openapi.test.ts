import { expect } from 'chai';
import { openApiDocument } from './openapi.ts';

describe('openApiDocument', () => {
  type Operation = { readonly operationId: string; readonly [field: string]: unknown };
  const document = openApiDocument('http://127.0.0.1:8080');
  const all = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((path) =>
    Object.values(path),
  );
  const operation = (id: string) => all.find(({ operationId }) => operationId === id);

  it('MTG-97: says of an action on a meeting who may, by role and by standing', () => {
    expect(operation('updateMeeting')?.['x-chancery-permission']).to.deep.equal({
      access: 'workspace',
      roles: { owner: 'host', admin: 'host', member: 'host', guest: '–' },
      things: [{ on: 'meeting', action: 'edit', standings: ['host'], when: null }],
    });
    expect(operation('endSession')?.['x-chancery-permission']).to.deep.include({
      roles: { owner: 'any', admin: 'any', member: 'host, co_host', guest: '–' },
    });
  });

  it('says of every other endpoint whether it is public, for a session or for a scope', () => {
    expect(operation('login')?.['x-chancery-permission']).to.deep.equal({ access: 'anyone' });
    expect(operation('getMe')?.['x-chancery-permission']).to.deep.equal({ access: 'account' });
    expect(operation('listIntegrationMembers')?.['x-chancery-permission']).to.deep.equal({
      access: 'api_key',
      scope: 'members.read',
    });
  });

  it('says in a sentence, too, who may call', () => {
    const sentences = {
      updateMeeting: 'For any owner, admin or member who is host of the meeting.',
      endSession:
        'For any owner or admin of the workspace; for any member who is host or co-host of the meeting.',
      updateProject: 'For any owner or admin of the workspace; for any member who is lead of the project.',
      updateWorkspace: 'For any owner of the workspace; for any admin, except when the slug changes.',
      getMember:
        'For any owner, admin or member of the workspace; for any guest of the workspace, for what is their own.',
    };
    for (const [id, sentence] of Object.entries(sentences))
      expect(operation(id)?.description).to.satisfy((text: string) => text.endsWith(sentence), id);
  });
});
