/** The extensions of each accepted type, the usual one first (CNT-1). */
const extensions: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/rtf': ['rtf'],
  'text/plain': ['txt', 'text', 'log', 'md'],
  'text/csv': ['csv'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic', 'heif'],
};

/** Every extension that the name of a document may have. */
export const documentExtensions: readonly string[] = Object.values(extensions).flat();

/** The extensions that files of this type have, the usual one first. */
export const extensionsOf = (mimeType: string): readonly string[] => extensions[mimeType] ?? [];

const mostCharacters = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out here
const notInNames = /[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Bidi_Control}\p{Surrogate}]/gu;

/** A name as a label: without what separates folders, controls the terminal or turns the direction of writing (CNT-11). */
export function cleanFileName(name: string | null): string {
  const cleaned = (name ?? '')
    .slice(0, 4 * mostCharacters)
    .normalize('NFC')
    .replace(notInNames, '')
    .trim();
  const isEmpty = cleaned.replaceAll(/[.\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]/gu, '') === '';
  return isEmpty ? 'document' : cut(cleaned, mostCharacters);
}

/** The name with an extension of its type: `report.exe` with a PDF inside becomes `report.exe.pdf`. */
export function typedFileName(name: string, mimeType: string): string {
  const [usual, ...others] = extensionsOf(mimeType);
  if (usual === undefined) return name;
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension !== undefined && [usual, ...others].includes(extension)) return name;
  return `${cut(name, mostCharacters - usual.length - 1)}.${usual}`;
}

const cut = (name: string, most: number): string => [...name].slice(0, most).join('');
