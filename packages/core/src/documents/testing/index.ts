export {
  aDeflatedPdfStream,
  anObjectStream,
  aPdfLetter,
  aPdfStream,
  type LetterParts,
  type PdfBody,
  type PdfParts,
  pdfOf,
  withRevision,
} from './a-pdf.ts';
export { deflatedZeros, hostilePdfs, hugeImagePdf } from './hostile-pdfs.ts';
export { pdfInspectorContract } from './pdf-inspector.contract.ts';
