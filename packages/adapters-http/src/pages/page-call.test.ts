import { expect } from 'chai';
import sinon from 'sinon';

/** What the script of a page finds around itself in a browser. */
const around = {
  location: { origin: 'https://chancery.example.com', host: 'chancery.example.com' },
  document: { documentElement: { lang: 'en', dataset: {} } },
  addEventListener: () => undefined,
};

describe('a call from a page', () => {
  const asked: string[] = [];
  before(() => {
    for (const [name, value] of Object.entries(around))
      Object.defineProperty(globalThis, name, { value, configurable: true });
    sinon.replace(globalThis, 'fetch', async (address) => {
      asked.push(String(address));
      return Response.json({ success: true, data: {} });
    });
  });
  after(() => {
    sinon.restore();
    for (const name of Object.keys(around)) Reflect.deleteProperty(globalThis, name);
  });

  it('sends every value of a parameter that stands several times in its query', async () => {
    const { call } = await import(new URL('../../browser/api.js', import.meta.url).href);

    await call('GET /meetings/sessions/5/admissions?status=denied&status=removed&limit=100');

    expect(asked).to.deep.equal([
      'https://chancery.example.com/api/v1/meetings/sessions/5/admissions?status=denied&status=removed&limit=100',
    ]);
  });
});
