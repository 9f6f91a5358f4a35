import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { vectors } from './testing/vectors.ts';

const script = `
  const { outcomes } = await import(process.argv[1]);
  console.log(JSON.stringify({ hour: new Date(2026, 5, 1, 12).getUTCHours(), outcomes: outcomes() }));
`;

/** The outcomes in a process that runs in another time zone. */
async function outcomesUnder(
  processZone: string,
): Promise<{ hour: number; outcomes: Record<string, unknown> }> {
  const args = ['--conditions=@chancery/source', '--import', 'tsx/esm', '--input-type=module', '-e', script];
  const module = new URL('./testing/vectors.ts', import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, [...args, module], {
    env: { ...process.env, TZ: processZone },
    cwd: new URL('.', import.meta.url),
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

const processZones = [
  { zone: 'UTC', hour: 12 },
  { zone: 'America/New_York', hour: 16 },
  { zone: 'Pacific/Apia', hour: 23 },
  { zone: 'Asia/Kolkata', hour: 6 },
];

for (const { zone, hour } of processZones) {
  describe(`golden cases of recurrence, in a process of ${zone}`, () => {
    let found: Awaited<ReturnType<typeof outcomesUnder>>;
    before(async () => {
      found = await outcomesUnder(zone);
    });

    it('MTG-1: runs in that zone', () => {
      expect(found.hour).to.equal(hour);
      expect(Object.keys(found.outcomes)).to.have.length(42 + 28 + 5);
    });

    for (const { id, title, expected } of vectors.cases) {
      it(`MTG-1: ${title}`, () => {
        expect(found.outcomes[id]).to.deep.equal(expected);
      });
    }

    for (const { id, title, code, detailCode, detailPath } of vectors.rejected) {
      it(`MTG-1: refuses ${title}`, () => {
        expect(found.outcomes[id]).to.deep.equal({ code, details: [{ code: detailCode, path: detailPath }] });
      });
    }

    for (const { id, title, canonical } of vectors.normalise) {
      it(`MTG-1: normalises ${title}`, () => {
        expect(found.outcomes[id]).to.equal(canonical);
      });
    }
  });
}
