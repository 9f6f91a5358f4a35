import { canonicalText } from '@chancery/verify';
import { z } from 'zod';
import { hexOf, sha256, utf8 } from '../../kernel/crypto.ts';
import { dependencyUnavailable } from '../../kernel/errors.ts';
import type { EntryProofs } from '../../records/index.ts';
import { portalHeader, portalThrottle, portalThrottles } from '../consents/portal/opened-consent.ts';
import { portalDownloadNotAllowed } from '../errors.ts';
import { action, type GovernancePreparing } from '../ports.ts';
import { countedOpening, requireOpening } from './counted-opening.ts';
import { aboutRelease, portalExported } from './events.ts';
import { PortalExportView } from './export-views.ts';
import { type AskedPackage, openedPackage, requireOpen } from './opened-package.ts';
import { contentRefusals, goodLink, releasedPackageId } from './portal-fields.ts';
import { openedWords, type PackageReading, packageReading, shownPackage } from './read-package.ts';
import { releaseExport } from './release-export.ts';
import { bytesOfFiles, embeddedFiles } from './released-files.ts';

export const exportPortalPackage = action({
  summary: 'Download a package so that it can be verified offline',
  description:
    'Everything that is released, with the proofs that it is what was signed: `chancery release verify` checks it without a server. With download it is the canonical JSON of the export alone, as a file.',
  access: 'anyone',
  always: true,
  countsAsRead: true,
  cli: { command: 'governance portal export' },
  throttle: portalThrottle(...goodLink, portalDownloadNotAllowed),
  throttles: portalThrottles,
  input: z.strictObject({
    authorization: portalHeader(),
    packageId: releasedPackageId().optional().describe('The package; by default that of the link.'),
    download: z.boolean().default(false).describe('Whether the answer is the file itself.'),
  }),
  output: z.object({ export: PortalExportView }),
  errors: [...contentRefusals, portalDownloadNotAllowed],

  async prepare(asked, context) {
    const { reading, files, proofs } = await readWithProofs(asked, context);
    const words = await openedWords(reading, context);
    const outside = { ...context, workspaceId: reading.workspaceId };
    const made = releaseExport({
      ...{ reading, pinned: words.pinned, proofs, now: context.now },
      shown: shownPackage(reading, words, reading.activity),
      files: files === null ? null : await bytesOfFiles(files, outside),
    });
    return { made };
  },

  async run(asked, context) {
    const opened = await openedPackage(asked, context);
    requireDownload(opened);
    requireOpening(opened, context);
    // What the verifier reads is what the view says, with lists that nobody changes.
    return { export: context.prepared.made as unknown as z.input<typeof PortalExportView> };
  },

  /** Only what is delivered is an opening, and was exported. */
  delivering: ({ export: made }, asked, { transact }) =>
    transact(async (work) => {
      const opened = await openedPackage(asked, work, 'for update');
      requireDownload(opened);
      const activity = await countedOpening(opened, work);
      await work.recipientActivity.save({ ...activity, exportedAt: work.now });
      const digest = hexOf(sha256(utf8(canonicalText(made))));
      work.emit(portalExported, { ...aboutRelease(opened.released), sha256: digest });
    }),
});

export function requireDownload(
  opened: Parameters<typeof requireOpen>[0] & Pick<PackageReading, 'released'>,
) {
  requireOpen(opened);
  if (!opened.released.downloadAllowed) throw portalDownloadNotAllowed();
}

interface WithProofs {
  readonly reading: PackageReading;
  readonly files: Awaited<ReturnType<typeof embeddedFiles>>;
  readonly proofs: EntryProofs;
}

/** All that is exported. What no checkpoint covers yet gets one first, so that it can be proved. */
async function readWithProofs(asked: AskedPackage, context: GovernancePreparing): Promise<WithProofs> {
  for (const isFirst of [true, false]) {
    const { reading, files, proofs } = await context.transact(async (work) => {
      const opened = await openedPackage(asked, work);
      requireDownload(opened);
      const read = await packageReading(opened, { withContent: true }, work);
      return {
        reading: read,
        files: await embeddedFiles(read.items, work),
        proofs: await work.recordProofs.of(read.items),
      };
    });
    if (proofs !== null) return { reading, files, proofs };
    if (isFirst) await checkpointed(asked, context);
  }
  throw dependencyUnavailable({ retryAfterSeconds: 5 });
}

async function checkpointed(asked: AskedPackage, { transact }: GovernancePreparing): Promise<void> {
  for (;;) {
    const outcome = await transact(async (work) => {
      const { workspaceId } = await openedPackage(asked, work);
      const { recordProofs, now, newId, emit, settings } = work;
      return recordProofs.issueCheckpoint({ workspaceId, now, newId, emit, settings });
    });
    if (outcome !== 'more') return;
  }
}
