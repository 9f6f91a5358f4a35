import { expect } from 'chai';
import { Registry } from 'prom-client';
import { requestMetrics } from './metrics.ts';

describe('requestMetrics', () => {
  it('says the figures of the host as they are when somebody asks', async () => {
    let waiting = 1;
    const { registry } = requestMetrics(new Registry(), [
      { name: 'tasks_waiting', help: 'Tasks that wait.', label: null, read: () => ({ '': waiting }) },
      {
        name: 'tasks_refused_total',
        help: 'Refused tasks.',
        label: 'reason',
        read: () => ({ memory: 2, crashed: waiting }),
      },
    ]);
    expect(await registry.getSingleMetricAsString('tasks_waiting')).to.contain('\ntasks_waiting 1');

    waiting = 5;

    const said = await registry.metrics();
    for (const line of [
      '# TYPE tasks_waiting gauge',
      'tasks_waiting 5',
      '# TYPE tasks_refused_total counter',
      'tasks_refused_total{reason="memory"} 2',
      'tasks_refused_total{reason="crashed"} 5',
    ])
      expect(said.split('\n')).to.include(line);
  });

  it('a figure that cannot be read is left out, and takes no other with it', async () => {
    let isAway = false;
    const read = async () => {
      if (isAway) throw new Error('the database is away');
      return { '': 7 };
    };
    const { registry } = requestMetrics(new Registry(), [
      { name: 'ledgers', help: 'Ledgers.', label: null, read },
      { name: 'jobs', help: 'Jobs.', label: 'state', read: async () => ({ dead: (await read())[''] }) },
      { name: 'processes', help: 'Processes.', label: null, read: () => ({ '': 2 }) },
    ]);
    const samples = async () =>
      (await registry.metrics()).split('\n').filter((line) => /^(ledgers|jobs|processes)/.test(line));
    expect(await samples()).to.deep.equal(['ledgers 7', 'jobs{state="dead"} 7', 'processes 2']);

    isAway = true;

    expect(await samples()).to.deep.equal(['processes 2']);
  });
});
