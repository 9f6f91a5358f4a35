import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Chancery } from '@chancery/sdk';
import { verifyRelease } from '@chancery/verify';

/** What the recipient does: reads the terms, accepts them, saves the release and checks it. */
export async function take(chancery: Chancery, link: string, file: string): Promise<void> {
  const token = new URL(link).hash.replace('#token=', '');
  const authorization = `Bearer ${token}`;
  const { package: shown } = await chancery.governance.getPortal({ authorization });
  if (shown === null) throw new Error('This link asks for a consent and leads to no release.');
  if (shown.requires.includes('consent')) await accept(chancery, token, shown.terms?.text ?? '');

  const { export: release } = await chancery.governance.exportPortalPackage({ authorization });
  const text = JSON.stringify(release);
  await writeFile(file, text);
  const report = await verifyRelease(text, await publishedKeys(chancery, release.checkpoint));
  console.log(`${release.package.packageNumber} ${report.outcome}, signatures: ${report.signatures}`);
  for (const { item, section, position } of report.withheld)
    console.log(`taken out of entry ${item}: paragraph ${position + 1} of ${section}`);
  for (const { step, reason } of report.faults) console.error(`step ${step} fails: ${reason}`);
  if (report.outcome !== 'holds') process.exitCode = 1;
}

async function accept({ governance }: Chancery, token: string, terms: string): Promise<void> {
  console.log(terms);
  await governance.decidePortalConsent({
    token,
    kind: 'release_terms',
    decision: 'accept',
    signerName: 'Cleo Clerk',
    signerRelationship: 'recipient',
    agreedToElectronic: true,
    typedSignature: 'Cleo Clerk',
    // The digest says which text was read: another one is not accepted by it.
    statementSha256: createHash('sha256').update(terms).digest('hex'),
  });
}

/** The keys that the practice publishes. Whoever does not trust its server gets them from the practice otherwise. */
async function publishedKeys({ records }: Chancery, checkpoint: string) {
  const [origin = ''] = checkpoint.split('\n');
  const { stream } = await records.getAuditLogKeys({ origin });
  const published = (await new Response(stream).json()) as {
    readonly vkeys: readonly { readonly vkey: string }[];
    readonly signingKeys: readonly { readonly publicKey: string }[];
  };
  return {
    vkeys: published.vkeys.map(({ vkey }) => vkey),
    signingKeys: published.signingKeys.map(({ publicKey }) => publicKey),
  };
}
