import { queueContract } from '@chancery/core/testing';
import { InProcessQueue } from './in-process-queue.ts';

queueContract('the process itself', async (onDead) => {
  const queue = new InProcessQueue({ redeliveryDelayMs: 0, ...(onDead && { onDead }) });
  return { queue, close: () => queue.close() };
});
