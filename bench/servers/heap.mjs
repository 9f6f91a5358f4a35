import { renameSync, writeFileSync } from 'node:fs';

// Loaded before a server: at SIGUSR2 it collects garbage and writes the bytes that are then in use. Nothing but a measurement does this.
const file = process.env.BENCH_HEAP_FILE ?? '';
process.on('SIGUSR2', () => {
  global.gc?.();
  global.gc?.();
  writeFileSync(`${file}.part`, JSON.stringify(process.memoryUsage()));
  renameSync(`${file}.part`, file);
});
