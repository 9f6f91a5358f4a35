import { assemble, leaseOf, settle } from './assembly.ts';
import { uploadHandedOver } from './events.ts';
import { uploadJobs } from './jobs.ts';
import { reaction } from './ports.ts';
import { wholeKey } from './upload-session.ts';

/**
 * Finishes an assembly that took longer than its request could wait. If every attempt fails, the lease runs out and the
 * sweep opens the session again.
 */
export const assembleUpload = reaction(
  uploadHandedOver,
  {
    topic: 'uploads.assemble',
    policy: { ...uploadJobs, maxAttempts: 5, baseSeconds: 5, capSeconds: 60 },
  },
  async ({ uploadSessionId }, context) => {
    const { now, workspaceId, transact, blobs, types, scanner, settings } = context;
    if (workspaceId === null) return;
    const assemblyId = context.newId();
    const taken = await transact(async ({ uploads }) => {
      const session = await uploads.get(uploadSessionId);
      if (session?.status !== 'assembling') return null;
      const mine = await uploads.advance(
        session.id,
        { status: 'assembling', ...(session.assembly === null ? {} : { assemblyId: session.assembly.id }) },
        'take_over',
        { assembly: leaseOf(assemblyId, now) },
        now,
      );
      return mine === null ? null : { mine, chunks: await uploads.chunks(session.id) };
    });
    if (taken === null) return;

    const { mine, chunks } = taken;
    const key = wholeKey(workspaceId, mine.id, assemblyId);
    const verdict = await assemble(mine, chunks, key, { blobs, types, scanner, settings });
    const settled = await transact((writing) => settle(mine, assemblyId, verdict, writing));
    // Another attempt has the assembly now; what this one made for itself goes, what chunks lie in does not.
    if (verdict.kind === 'accepted' && settled === null) await blobs.delete(key);
  },
);
