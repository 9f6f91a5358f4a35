import { setTimeout as wait } from 'node:timers/promises';

// The server, in a child that can be asked over IPC what it holds in memory after a full collection (--expose-gc).
const { gc } = globalThis as { gc?: () => void };

process.on('message', async () => {
  for (let round = 0; round < 3; round += 1) {
    gc?.();
    await wait(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ heldBytes: heapUsed + external, peakBytes: process.resourceUsage().maxRSS * 1024 });
});

await import('../main.ts');
