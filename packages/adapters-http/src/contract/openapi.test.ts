import { expect } from 'chai';
import { z } from 'zod';
import { aStoredFile } from '../testing/file-use-cases.ts';
import { routeOf } from '../testing/served-use-case.ts';
import { takingFiles } from '../testing/taking-files.ts';
import { openApiDocument } from './openapi.ts';
import { operationOf } from './operation.ts';
import type { Route } from './routes.ts';
import { SchemaBook } from './schema-book.ts';

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

  it('gives whole numbers no bounds but those of our own', () => {
    expect(JSON.stringify(document)).not.to.include(String(Number.MAX_SAFE_INTEGER));
    expect(JSON.stringify(document)).to.include('"minimum":0');
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

  const written = (route: Route) =>
    operationOf(route, { book: new SchemaBook(), envelope: (data) => data }) as {
      readonly parameters: readonly { readonly name: string }[];
      readonly requestBody?: object;
      readonly responses: Readonly<
        Record<string, { readonly headers?: object; readonly description: string }>
      >;
      readonly 'x-chancery': object;
    };
  it('states once what several use cases take by the same declaration, and apart what a route sends otherwise', () => {
    const declared = () => z.strictObject({ title: z.string(), code: z.string() });
    const shared = declared();
    const taking = (name: string, input: z.ZodObject, wire: Route['wire'] = {}) => ({
      ...routeOf(takingFiles({ received: [] }, { input }), 'POST', name),
      wire,
    });
    const { paths, components } = openApiDocument('http://127.0.0.1:8080', [
      taking('draw', shared),
      taking('check', shared),
      taking('other', declared()),
      taking('kept', shared, { cookies: { code: 'code' } }),
    ]) as {
      readonly paths: Readonly<Record<string, { readonly post: { readonly requestBody: object } }>>;
      readonly components: { readonly schemas: object };
    };

    const named = (name: string) => /schemas\/(\w+)/.exec(JSON.stringify(paths[name]?.post.requestBody))?.[1];
    expect(['/draw', '/check', '/other', '/kept'].map(named)).to.deep.equal([
      'DrawInput',
      'DrawInput',
      'OtherInput',
      'KeptInput',
    ]);
    expect(components.schemas).to.not.have.property('CheckInput');
    expect(components.schemas).to.have.nested.property('KeptInput.properties').that.has.all.keys('title');
  });

  const never = () => {
    throw new Error('It is only described');
  };

  it('PLT-19: says of stored bytes that a range of them can be had, and under which conditions', () => {
    const { parameters, responses, ...rest } = written(routeOf(aStoredFile(never), 'GET', 'readFile'));

    expect(parameters.map(({ name }) => name)).to.deep.equal(['If-None-Match', 'Range', 'If-Range']);
    expect(Object.keys(responses)).to.include.members(['200', '206', '304', '412', '416']);
    expect(Object.keys(responses[206]?.headers ?? {})).to.deep.equal([
      'Content-Disposition',
      'ETag',
      'Accept-Ranges',
      'Content-Range',
    ]);
    expect(rest['x-chancery']).to.include({ binary: true });
  });

  it('PLT-20: says of a use case that takes a file that its body is in parts, and what refuses it', () => {
    const { requestBody, responses, ...rest } = written(
      routeOf(takingFiles({ received: [] }), 'POST', 'takeFile'),
    );

    expect(JSON.stringify(requestBody)).to.include('multipart/form-data');
    expect(JSON.stringify(rest['x-chancery'])).to.include('"body":"file"');
    expect(responses[400]?.description).to.equal(
      'request.invalid, upload.file_missing, upload.too_many_files, upload.empty',
    );
    expect(responses[413]?.description).to.equal('upload.too_large, request.too_large');
  });
});
