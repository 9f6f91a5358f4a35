import { expect } from 'chai';
import { openMigratedPglite } from '../packages/adapters-persistence/src/testing/snapshot.ts';
import { simulatedYear } from './simulate/year.ts';

/** `npm run simulate` is the whole of it; here is a week, so that the program itself stays right. */
describe('a simulated practice', function () {
  this.timeout(240_000);

  it('keeps its books and the product the same through a week with losses', async () => {
    const database = await openMigratedPglite();
    const report = await simulatedYear({ seed: 3, days: 7, database });
    await database.close();

    expect(report.broken).to.deep.equal([]);
    expect(report.calls).to.be.above(30);
    expect(report.losses + report.repeats).to.be.above(0);
  });
});
