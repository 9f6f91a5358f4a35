import type { ContentFlag } from '@chancery/core';
import { PDFName } from 'pdf-lib';

/** What each flag is known by (CNT-5), as a key of a dictionary or as a name. */
const namesOf: Partial<Record<ContentFlag, readonly string[]>> = {
  encrypted: ['Encrypt'],
  xfa: ['XFA'],
  acroform: ['AcroForm'],
  javascript: ['JS', 'JavaScript'],
  launch: ['Launch'],
  open_action: ['OpenAction', 'AA'],
  // An attachment of a page stands in no list of embedded files.
  embedded_files: ['EmbeddedFiles', 'EmbeddedFile', 'FileAttachment'],
  rich_media: ['RichMedia', 'Movie', 'Sound', 'Rendition'],
  external_reference: ['SubmitForm', 'ImportData', 'GoToE', 'GoToR'],
};

export const flagOf: ReadonlyMap<PDFName, ContentFlag> = new Map(
  Object.entries(namesOf).flatMap(([flag, names]) =>
    names.map((name) => [PDFName.of(name), flag as ContentFlag] as const),
  ),
);
