import { answerCommand } from './command-answer.ts';
import type { Environment } from './configuration.ts';

const topic = 'documents.rescan';

/**
 * The command `documents rescan`: has whatever does the background work look at once at the documents that no scanner has
 * looked at yet. It ends as soon as that is ordered, and says under which job.
 */
export const rescanDocuments = (environment: Environment): Promise<number> =>
  answerCommand(environment, async ({ worker }) => ({ topic, jobId: await worker.order(topic) }));
