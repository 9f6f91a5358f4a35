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
      headers: {},
    });
  });

  it('sends the rest as the body of other methods, except what the route lists for the query', () => {
    expect(
      prepareRequest('POST /things/{id}/cancel{?notify,dryRun}', { id: 1, notify: false, reason: null }),
    ).to.deep.equal({
      method: 'POST',
      target: '/things/1/cancel?notify=false',
      body: '{"reason":null}',
      headers: {},
    });
  });

  it('gives a POST an empty object and a DELETE no body when nothing is left', () => {
    expect(prepareRequest('POST /things').body).to.equal('{}');
    expect(prepareRequest('DELETE /things/{id}', { id: 1 }).body).to.equal(null);
    expect(prepareRequest('DELETE /things/{id}', { id: 1, to: 2 }).body).to.equal('{"to":2}');
  });

  it('PLT-24: sends the fields that the route lists for headers there and nowhere else, as UTF-8', () => {
    const route = 'POST /things/{id}{?dry}{^purposeOfUse=X-Purpose-Of-Use,passcode=X-Share-Passcode}';
    const given = { id: 1, dry: true, purposeOfUse: 'treatment', passcode: 'hörbar', note: 'a' };

    expect(prepareRequest(route, given)).to.deep.equal({
      method: 'POST',
      target: '/things/1?dry=true',
      body: '{"note":"a"}',
      headers: { 'X-Purpose-Of-Use': 'treatment', 'X-Share-Passcode': 'h\u00c3\u00b6rbar' },
    });
    expect(prepareRequest(route, { id: 1, passcode: undefined }).headers).to.deep.equal({});
    expect(
      prepareRequest('GET /things{^passcode=X-Share-Passcode}', { passcode: 'a', limit: 1 }),
    ).to.deep.equal({
      method: 'GET',
      target: '/things?limit=1',
      body: null,
      headers: { 'X-Share-Passcode': 'a' },
    });
  });

  it('PLT-24: refuses a value that would end its header, and does not repeat the value', () => {
    expect(() => prepareRequest('GET /things{^passcode=X-Share-Passcode}', { passcode: 'hunter2\r\nx: y' }))
      .to.throw(TypeError, 'passcode must not hold control characters')
      .with.property('message')
      .that.does.not.include('hunter2');
  });

  for (const id of ['', '.', '..', undefined]) {
    it(`refuses ${JSON.stringify(id)} in a path, because it would name another endpoint`, () => {
      expect(() => prepareRequest('GET /things/{id}/parts', { id })).to.throw(TypeError, 'id must be given');
    });
  }
});
