import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { PortalPackageView } from '../disclosures/portal-package.ts';

/** What the verifier reads by its own format. */
const exported = () => z.record(z.string(), z.unknown());

export const PortalExportView = z
  .object({
    format: z.literal('chancery.release/1').describe('How it is made.'),
    authorizationId: shown.id().describe('The authorization on which it was released.'),
    package: PortalPackageView.omit({ items: true }).describe('What was released, without its items.'),
    items: z
      .array(
        z.object({
          item: exported().describe('The entry as it is read.'),
          disclosure: exported().describe('What proves what is shown of it.'),
          addenda: z.array(exported()).describe('The same of what was added to it.'),
          signatures: z.array(exported()).describe('Who signed what, with the signatures.'),
          redactions: z.array(exported()).describe('What was taken out, as the manifest lists it.'),
          eventHash: z.string().describe('The hash of the event that made the version final.'),
          proof: z.string().describe('What finds that event in the ledger (C2SP tlog-proof).'),
        }),
      )
      .describe('The entries with their proofs.'),
    keys: z
      .object({
        vkey: z.string().describe('The key that signs checkpoints.'),
        signingKeys: z
          .array(
            z.object({
              keyId: z.string().describe('The id of the key.'),
              publicKey: z.string().describe('The public key in hexadecimal.'),
            }),
          )
          .describe('The keys that signed entries.'),
      })
      .describe('The keys, for whoever has learned none elsewhere.'),
    checkpoint: z.string().describe('The newest signed checkpoint of the ledger.'),
    notice: z
      .string()
      .nullable()
      .describe('What must be known before anything is passed on; null for nothing.'),
    generatedAt: shown.instant().describe('When it was made.'),
  })
  .meta({ id: 'PortalExport', description: 'A release that can be verified without the server.' });
