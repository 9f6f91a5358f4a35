import { expect } from 'chai';
import { prepareRequest } from './request.ts';

describe('prepareRequest', () => {
  it('sends what the path does not name in the query of a GET', () => {
    const input = {
      id: 'ü',
      limit: 5,
      status: ['a', 'b'],
      from: new Date(0),
      cursor: undefined,
      search: null,
    };
    expect(prepareRequest('GET /things/{id}', input)).to.deep.equal({
      method: 'GET',
      target: '/things/%C3%BC?limit=5&status=a&status=b&from=1970-01-01T00%3A00%3A00.000Z',
      body: null,
    });
  });

  it('sends the rest as the body of other methods, except what the route lists for the query', () => {
    expect(
      prepareRequest('POST /things/{id}/cancel{?notify,dryRun}', { id: 1, notify: false, reason: null }),
    ).to.deep.equal({
      method: 'POST',
      target: '/things/1/cancel?notify=false',
      body: '{"reason":null}',
    });
  });

  it('gives a POST an empty object and a DELETE no body when nothing is left', () => {
    expect(prepareRequest('POST /things').body).to.equal('{}');
    expect(prepareRequest('DELETE /things/{id}', { id: 1 }).body).to.equal(null);
    expect(prepareRequest('DELETE /things/{id}', { id: 1, to: 2 }).body).to.equal('{"to":2}');
  });

  for (const id of ['', '.', '..', undefined]) {
    it(`refuses ${JSON.stringify(id)} in a path, because it would name another endpoint`, () => {
      expect(() => prepareRequest('GET /things/{id}/parts', { id })).to.throw(TypeError, 'id must be given');
    });
  }
});
