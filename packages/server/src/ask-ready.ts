import { type Environment, loadConfiguration } from './configuration.ts';
import { ConfigurationError } from './configuration-error.ts';

/** Asks the server of this machine, or its worker, whether it is ready; the exit code is 0 or 1. */
export async function askReady(environment: Environment, ofWorker: boolean): Promise<number> {
  const { listen, workerListen } = loadConfiguration(environment);
  if (ofWorker && workerListen === null)
    throw new ConfigurationError(['CHANCERY_WORKER_LISTEN: without it a worker does not listen.']);
  const { host, port } = ofWorker && workerListen !== null ? workerListen : listen;
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${local}:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(5000),
    });
    process.stdout.write(`${await response.text()}\n`);
    return response.ok ? 0 : 1;
  } catch {
    const which = ofWorker ? 'worker' : 'server';
    process.stderr.write(`chancery: nobody answers there; is the ${which} running?\n`);
    return 1;
  }
}
