import { storedContent } from '../kernel/stored-content.ts';
import { documentLeftUninspected } from './events.ts';
import { inspectionJobs } from './jobs.ts';
import { reaction } from './ports.ts';

/** Looks into a PDF for which the request had no time (CNT-12). If every attempt fails, the file counts as damaged. */
export const inspectDocument = reaction(
  documentLeftUninspected,
  {
    topic: 'documents.inspect',
    policy: inspectionJobs,
    async givenUp({ documentId, versionId }, { transact }) {
      await transact(({ documentVersions }) =>
        documentVersions.inspected(documentId, versionId, { pages: null, flags: ['damaged'] }),
      );
    },
  },
  async ({ documentId, versionId }, { read, transact, blobs, pdfInspector }) => {
    const versions = await read(({ documentVersions }) => documentVersions.of(documentId));
    const version = versions.find(({ id }) => id === versionId);
    if (version === undefined) return;
    const inspection = await pdfInspector.inspect(storedContent(blobs, version));
    await transact(({ documentVersions }) => documentVersions.inspected(documentId, version.id, inspection));
  },
);
