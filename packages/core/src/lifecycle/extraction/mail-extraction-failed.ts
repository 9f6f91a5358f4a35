import type { Document } from '../../documents/index.ts';
import { workspacePage } from '../../kernel/links.ts';
import { extractionFailed } from '../events.ts';
import { lifecycleMailJobs } from '../jobs.ts';
import { type LifecyclePorts, type LifecycleReacting, reaction } from '../ports.ts';
import { recipientsOf } from '../recipients.ts';
import { extractionFailedMail } from './mails/extraction-failed.ts';
import type { ExtractionRun } from './runs/extraction-run.ts';

/** Whoever started an extraction hears that it failed; of one that began by itself those whom the document concerns. */
export const mailExtractionFailed = reaction(
  extractionFailed,
  {
    policy: lifecycleMailJobs,
    mails: 'members',
    databaseRole: 'identity',
    needs: ['runId'],
    topic: 'lifecycle.mail_extraction_failed',
  },
  async ({ runId }, { read, mail, settings, now }: LifecycleReacting) => {
    const found = await read((ports) => toTell(runId, now, ports));
    if (found === null) return;
    const { document, failureCode, recipients, workspace } = found;
    for (const { userId, displayName, address, locale } of recipients)
      await mail.send({
        key: userId,
        to: { address, name: displayName },
        ...extractionFailedMail({
          locale,
          recipientName: displayName,
          failureCode,
          documentName: document.name,
          workspaceName: workspace.name,
          link: workspacePage(settings.webUrl, '/', workspace.id),
        }),
      });
  },
);

/** Nobody is told of a document that is in the trash or destroyed by now. */
async function toTell(runId: string, now: string, ports: LifecyclePorts) {
  const run = await ports.extractionRuns.find(runId);
  const document = run && (await ports.documentLibrary.get(run.documentId));
  if (run === null || run.failureCode === null || document?.status !== 'active') return null;
  const recipients = await recipientsOf(document, await concernedBy(run, document, now, ports), ports);
  const workspace = await ports.workspaceIdentity.profile();
  return { document, failureCode: run.failureCode, recipients, workspace };
}

async function concernedBy(
  { requestedByUserId }: ExtractionRun,
  { id, ownerUserId }: Document,
  now: string,
  { lifecycles }: LifecyclePorts,
): Promise<readonly string[]> {
  if (requestedByUserId !== null) return [requestedByUserId];
  const { ownerUserId: keeper } = await lifecycles.read(id, now);
  return keeper === null ? [ownerUserId] : [keeper, ownerUserId];
}
