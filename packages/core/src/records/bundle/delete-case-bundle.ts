import { attachmentJobs } from '../jobs.ts';
import { reaction } from '../ports.ts';
import { caseBundleBegun } from './events.ts';

/** Where the bytes of a bundle lie until they are sent. */
export const bundleBlobKey = (workspaceId: string, bundleId: string): string =>
  `ws/${workspaceId}/tmp/${bundleId}`;

/** Deletes what a call that never ended has left of a bundle (REC-63). */
export const deleteCaseBundle = reaction(
  caseBundleBegun,
  {
    topic: 'bundle.delete',
    policy: attachmentJobs,
    needs: ['bundleId'],
    aggregate: ({ bundleId }) => ({ type: 'bundle', id: bundleId }),
    dueAt: ({ deleteAt }) => deleteAt,
  },
  async ({ bundleId }, { workspaceId, blobs }) => {
    if (workspaceId !== null) await blobs.delete(bundleBlobKey(workspaceId, bundleId));
  },
);
