import type { BundleModel, ByteSource, ComposedPdf, RecordPdfComposer } from '@chancery/core';

/** Writes the model as text with the files behind it: the same for the same, and readable by a test. */
export class PlainRecordPdfComposer implements RecordPdfComposer {
  readonly asked: BundleModel[] = [];
  /** Throw here to be a bundle that is too large, or change something meanwhile. */
  before: () => Promise<void> = async () => undefined;

  async bundle(model: BundleModel, files: readonly ByteSource[]): Promise<ComposedPdf> {
    await this.before();
    this.asked.push(model);
    const parts: Uint8Array[] = [Buffer.from(`%PDF-1.7 ${JSON.stringify(model)}`)];
    for (const file of files) for await (const part of await file.read()) parts.push(part);
    return { bytes: Buffer.concat(parts), pages: model.sections.length + 2 };
  }
}
