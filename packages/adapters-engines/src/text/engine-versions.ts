/** What reads, by name and version: evidence of other versions may differ (EXT-1). A test compares them with what is installed. */
export const engineVersions = {
  text: 'pdfjs-dist 5.6.205',
  ocr: 'tesseract.js-core 7.0.0',
  dates: 'chrono-node 2.10.3',
} as const;
