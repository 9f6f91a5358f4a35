import { aZip, type ZipEntry } from '@chancery/core/testing';

export const openDocumentText = 'application/vnd.oasis.opendocument.text';

const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
const namespaces = ['office', 'text', 'table', 'manifest']
  .map((prefix) => `xmlns:${prefix}="${oasis}:${prefix}:1.0"`)
  .join(' ');

/** An OpenDocument text with this in its body. `prologue` stands before its XML, `more` beside it. */
export const openDocument = (body: string, prologue = '', more: readonly ZipEntry[] = []): Buffer =>
  aZip([
    { name: 'mimetype', content: openDocumentText },
    {
      name: 'content.xml',
      content: `${prologue}<office:document-content ${namespaces}><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      deflated: true,
    },
    ...more,
  ]);

/** The list of parts of a document that takes a password. */
export const lockedParts: ZipEntry = {
  name: 'META-INF/manifest.xml',
  content: `<manifest:manifest ${namespaces}><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`,
};
