import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { Chancery } from '@chancery/sdk';
import { downloadDocument } from '@chancery/sdk/download-document';
import { uploadDocument } from '@chancery/sdk/upload-document';

export interface Order {
  /** Our own number of the order: repeated after a crash, nothing happens twice. */
  readonly number: string;
  readonly pdf: string;
  readonly customer: { readonly name: string; readonly email: string };
}

/** Sends the contract of an order to the customer, who signs on a page that is added at its end. */
export async function sendContract(chancery: Chancery, { number, pdf, customer }: Order): Promise<string> {
  const { document } = await uploadDocument(chancery, pdf, {
    name: `Contract ${number}`,
    idempotencyKey: `contract-${number}`,
  });
  await inspected(chancery, document.id);
  await chancery.signing.sendDocument(
    {
      documentId: document.id,
      signers: [{ key: 'customer', ...customer }],
      // Where the contract says “Signed by:”, a field could be put there by `fields` and an anchor instead.
      appendSignaturePage: true,
      message: 'Please sign in our customer area, or by the link in this mail.',
    },
    { idempotencyKey: `send-${number}` },
  );
  return document.id;
}

/** A large file is looked into in the background, and can be sent once that is done. */
async function inspected(chancery: Chancery, documentId: string): Promise<void> {
  for (;;) {
    const { document } = await chancery.documents.getDocument({ documentId });
    if (!document.contentFlags.includes('uninspected')) return;
    await setTimeout(1000);
  }
}

/** A fresh link for the frame; it ends the one before, also that of the mail. Null once the customer is done. */
export async function frameFor(chancery: Chancery, documentId: string): Promise<string | null> {
  const { signers } = await chancery.documents.getDocument({ documentId });
  const customer = signers.find(({ key }) => key === 'customer');
  if (customer === undefined || !['sent', 'viewed'].includes(customer.status)) return null;
  const { embedUrl } = await chancery.signing.createSigningLink({ documentId, signerId: customer.id });
  return embedUrl;
}

/** Keeps the sealed file; its bytes are compared with the digest that the service names. */
export async function keepSealed(chancery: Chancery, documentId: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${documentId}.pdf`);
  const { stream } = await downloadDocument(chancery, documentId, { variant: 'sealed' });
  // Whoever reads the folder never finds half a file.
  await pipeline(stream, createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
  return path;
}
