import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { ChanceryError, type Download } from '@chancery/sdk';
import type { Team } from './team.ts';

/**
 * Writes the case as one PDF, and beside it what proves when it was made: the line of the audit ledger that holds its SHA-256,
 * as a proof that anybody verifies without the practice.
 */
export async function handOver({ lead: { records } }: Team, caseId: string, file: string): Promise<void> {
  const bundle = await records.getCaseBundle({ caseId });
  const pdf = await bytesOf(bundle);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  if (bundle.response.headers.get('x-content-sha256') !== sha256)
    throw new Error('Something was lost on the way: take the bundle again.');
  await writeFile(file, pdf);

  // A checkpoint signs all that stands in the ledger by now. The service makes them by itself too: then that one will do.
  await records.createAuditCheckpoint().catch((error: unknown) => {
    if (!(error instanceof ChanceryError && error.code === 'audit.no_new_events')) throw error;
  });
  const seq = Number(bundle.response.headers.get('x-audit-seq'));
  await writeFile(`${file}.proof`, await bytesOf(await records.getAuditEventProof({ seq, event: true })));
  console.log(`${file} is line ${seq} of the ledger, by its SHA-256 ${sha256}`);
}

const bytesOf = async ({ stream }: Download) => Buffer.from(await new Response(stream).arrayBuffer());
