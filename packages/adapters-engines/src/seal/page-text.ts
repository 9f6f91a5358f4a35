/** The text of the pages from the given one on, without any blanks; what the pages draw, and not what they look like. */
export async function textFromPage(file: Uint8Array, firstPage: number): Promise<string> {
  // Loaded only where it is needed, because it takes longer than everything else in a check.
  const [library, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    // @ts-expect-error the package has no types for its worker, which is only handed on
    import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
  ]);
  // With its worker at hand the library looks for no file and starts no thread.
  Object.assign(globalThis, { pdfjsWorker: worker });
  const document = await library.getDocument({
    // The library takes the bytes for itself.
    data: new Uint8Array(file),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: 0,
  }).promise;
  try {
    let text = '';
    for (let number = firstPage; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      for (const item of items) if ('str' in item) text += item.str.replaceAll(' ', '');
    }
    return text;
  } finally {
    await document.destroy();
  }
}
