import { createServer } from 'node:http';
import { createWorker } from '@chancery/core';
import { createHttpHost, loadConfiguration, migrated, openApplication, openLog } from '@chancery/server';

// Chancery as it is, which notes how long its jobs and the steps of sealing take: `GET /` on the port of figures tells what
// was noted since the last time.
let noted: { what: string; milliseconds: number; endedAt: number; about: string | null }[] = [];

async function timed<Result>(
  what: string,
  work: () => Promise<Result>,
  about: string | null = null,
): Promise<Result> {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    const ended = performance.now();
    noted.push({ what, milliseconds: ended - begun, endedAt: performance.timeOrigin + ended, about });
  }
}

/** From now on these methods of the thing are timed. */
function time<Thing extends object>(thing: Thing, names: Partial<Record<keyof Thing, string>>): void {
  for (const [name, what] of Object.entries(names) as [keyof Thing, string][]) {
    const method = thing[name];
    if (typeof method !== 'function') throw new TypeError(`${String(name)} is no method`);
    const own = (...given: unknown[]) => timed(what, () => method.apply(thing, given));
    Object.defineProperty(thing, name, { value: own });
  }
}

const configuration = loadConfiguration(process.env);
const application = await openApplication(configuration, openLog('warn'));
await migrated(application, true);
await application.prepare();
const { ports } = application.chancery;
time(ports.signingPdfComposer, {
  prepared: 'drawing the document',
  certificate: 'drawing the certificate',
});
time(ports.pdfSealer, { seal: 'sealing and checking' });
time(ports.blobs, { put: 'storing' });
const opened = ports.sealKeys.keyOf.bind(ports.sealKeys);
ports.sealKeys.keyOf = async (...given) => {
  const key = await timed('opening the key', () => opened(...given));
  return { ...key, sign: (bytes) => timed('RSA', () => key.sign(bytes)) };
};
const worker = createWorker(ports, {
  around: (job, run) => {
    const { documentId } = job.payload as { readonly documentId?: string };
    return timed(job.topic, run, documentId ?? null);
  },
});
await worker.start();
application.maintenance.start();
const host = createHttpHost(application);
await host.listen();
host.open();

createServer((_, response) => {
  response.end(JSON.stringify(noted));
  noted = [];
}).listen(Number(process.env.FIGURES_PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit());
