import { expect } from 'chai';
import { contextPorts } from './context-ports.ts';
import { defaultJobPolicy } from './outbox.ts';
import type { ScheduledTopic } from './reaction.ts';
import { ticksDue } from './schedule.ts';

const topic = (cron: string): ScheduledTopic => ({
  kind: 'scheduled',
  ports: contextPorts({}),
  topic: `test.${cron}`,
  cron,
  policy: { ...defaultJobPolicy, queue: 'system' },
  databaseRole: 'app',
  run: async () => undefined,
});
const lastTick = (cron: string, now: string) => ticksDue([topic(cron)], now)[0]?.at;

describe('schedules', () => {
  it('name the latest tick at or before the instant, in UTC', () => {
    expect(lastTick('*/5 * * * *', '2026-03-29T02:04:59.999Z')).to.equal('2026-03-29T02:00:00.000Z');
    expect(lastTick('*/5 * * * *', '2026-03-29T02:05:00.000Z')).to.equal('2026-03-29T02:05:00.000Z');
    expect(lastTick('30 2 * * *', '2026-11-23T02:29:59.000Z')).to.equal('2026-11-22T02:30:00.000Z');
    expect(lastTick('0 * * * *', '2026-12-31T23:59:59.999Z')).to.equal('2026-12-31T23:00:00.000Z');
  });

  it('name one tick however long nothing ran', () => {
    expect(ticksDue([topic('*/5 * * * *')], '2026-11-23T12:00:00.000Z')).to.have.length(1);
  });
});
