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
});
