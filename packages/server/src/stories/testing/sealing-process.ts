import type { Clock, MailMessage, UnitOfWork } from '@chancery/core';
import { ContainerModule } from 'inversify';
import { openApplication } from '../../application.ts';
import { loadConfiguration } from '../../configuration.ts';
import { createHttpHost } from '../../http-app.ts';
import { openLog } from '../../log.ts';
import { tokens } from '../../tokens.ts';
import { intercepted, KillingSteps, replacing } from './killing-steps.ts';

/** What the parent says: first what to open and how far the clock is ahead, and then at which step the process is to end. */
export type SealingOrder =
  | { readonly open: Readonly<Record<string, string>>; readonly aheadSeconds: number }
  | SealingKill;
export interface SealingKill {
  /** Such as `after storing 2`. */
  readonly step: string;
  /** Copies for other people are no steps. */
  readonly copyTo: string;
}

// A Chancery that a test kills while it completes and seals. It loads all of its code first, because the one before it may
// still hold the embedded database.

const steps = new KillingSteps();
let copyTo: string | null = null;

/** A transaction is named after what it makes of a round: the status of the round and of its seal. */
const watchedWork = (work: UnitOfWork): UnitOfWork => ({
  async run(mode, role, during) {
    const saved: string[] = [];
    const result = await work.run(mode, role, async (transaction) => {
      const noting = replacing(transaction, 'repositories', (all) =>
        replacing(all, 'signing', (own) =>
          replacing(own, 'rounds', (rounds) =>
            intercepted(rounds, (method, call, [round]) => {
              if (method === 'save' && round !== undefined) saved.push(statusOf(round));
              return call();
            }),
          ),
        ),
      );
      const answer = await during(noting);
      for (const status of saved) steps.pass(`before ${status}`);
      return answer;
    });
    for (const status of saved) steps.pass(`after ${status}`);
    return result;
  },
});
const statusOf = ({
  status,
  seal,
}: {
  readonly status: string;
  readonly seal: { readonly status: string };
}) => `${status}, seal ${seal.status}`;

const watchedPorts = (clock: Clock) =>
  new ContainerModule(async ({ rebind, onActivation }) => {
    (await rebind(tokens.clock)).toConstantValue(clock);
    onActivation(tokens.unitOfWork, (_, work) => watchedWork(work));
    onActivation(tokens.pdfSealer, (_, sealer) =>
      steps.watching(sealer, (method) => (method === 'seal' ? 'sealing' : null)),
    );
    onActivation(tokens.blobs, (_, blobs) =>
      steps.watching(blobs, (method) => (method === 'put' ? 'storing' : null)),
    );
    onActivation(tokens.mail, (_, mail) =>
      steps.watching(mail, (_method, { to, subject }: MailMessage) =>
        to.address === copyTo && subject.startsWith('Your copy') ? 'mailing a copy' : null,
      ),
    );
  });

async function open(environment: Readonly<Record<string, string>>, aheadSeconds: number): Promise<void> {
  const clock: Clock = { now: () => new Date(Date.now() + aheadSeconds * 1000).toISOString() };
  const log = openLog('silent');
  const application = await openApplication(loadConfiguration(environment), log, [watchedPorts(clock)]);
  await application.prepare();
  await application.worker.start();
  const host = createHttpHost(application);
  await host.listen();
  host.open();
}

process.on('message', (order: SealingOrder) => {
  if ('step' in order) {
    copyTo = order.copyTo;
    steps.arm(order.step);
    process.send?.('armed');
  } else void open(order.open, order.aheadSeconds).then(() => process.send?.('open'));
});
process.on('disconnect', () => process.exit());
