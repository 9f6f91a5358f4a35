import { expect } from 'chai';
import { StartPace } from './start-pace.ts';

describe('the pace of starts', () => {
  it('CNT-6: whoever starts processes again and again spends a tenth of the time on it', async () => {
    const pace = new StartPace();
    let spent = 0;
    const begun = performance.now();
    const start = () => {
      const from = performance.now();
      while (performance.now() - from < 5) spent += 0;
      spent += performance.now() - from;
    };

    await Promise.all(Array.from({ length: 6 }, () => pace.start(start)));

    // The first may begin at once, and after the last nobody waits.
    expect(performance.now() - begun).to.be.at.least(spent * (5 / 6) * 9 * 0.5);
  });

  it('CNT-6: a start that fails is counted too, and says why', async () => {
    const pace = new StartPace();
    const failing = () => {
      throw new Error('no process is left');
    };
    expect(await pace.start(failing).catch(String)).to.equal('Error: no process is left');
    expect(await pace.start(() => 'started')).to.equal('started');
  });
});
