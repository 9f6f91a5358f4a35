import { createRequire } from 'node:module';
import { zipEntry } from '../archives/zip-entry.ts';
import { linesWithoutPlaces } from './document-lines.ts';
import type { PlainLine } from './lines/page-lines.ts';

const require = createRequire(import.meta.url);

const mebibyte = 1024 * 1024;
/** How far the parts of a document are expanded: its text, and the list of its parts. */
const [mostTextBytes, mostListBytes] = [32 * mebibyte, 4 * mebibyte];

/** The lines of an OpenDocument text, which has no pages until somebody prints it; null if it takes a password. */
export async function odtLines(file: Buffer): Promise<PlainLine[] | null> {
  const list = await zipEntry(file, 'META-INF/manifest.xml', mostListBytes);
  if (list?.includes('encryption-data') === true) return null;
  const content = await zipEntry(file, 'content.xml', mostTextBytes);
  if (content === null) throw new Error('The document has no text');
  return linesWithoutPlaces(textOf(content.toString('utf8')));
}

/** What is read of a node; the library follows nothing that a document points to and resolves no entity of its own. */
interface XmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: XmlNode | null;
  readonly nextSibling: XmlNode | null;
  readonly parentNode: XmlNode | null;
  getAttribute?(name: string): string | null;
}

/** What of the library is used; its own types take the program for one of a browser. */
interface XmlLibrary {
  readonly DOMParser: new (options: {
    readonly errorHandler: Readonly<Record<'warning' | 'error' | 'fatalError', (message: string) => void>>;
  }) => {
    parseFromString(
      xml: string,
      type: 'text/xml',
    ): { getElementsByTagName(name: string): readonly XmlNode[] } | undefined;
  };
}

const [textNode, literalNode] = [3, 4];
const paragraphs: ReadonlySet<string> = new Set(['text:p', 'text:h']);
/** What was deleted, what somebody noted beside the text, and the signs of notes are no text of the document. */
const leftOut: ReadonlySet<string> = new Set([
  'text:tracked-changes',
  'office:annotation',
  'text:note-citation',
  'office:forms',
  'svg:title',
  'svg:desc',
]);
const mostBlanks = 1000;

/** The text, one line a paragraph. It goes from node to node, however deep they lie in one another. */
function textOf(xml: string): string {
  const { DOMParser }: XmlLibrary = require('@xmldom/xmldom');
  const document = new DOMParser({ errorHandler: refusing }).parseFromString(xml, 'text/xml');
  const body = document?.getElementsByTagName('office:text')[0];
  if (body === undefined) throw new Error('The document has no text');
  let text = '';
  let node: XmlNode = body;
  for (;;) {
    text += saidBy(node);
    const below = leftOut.has(node.nodeName) ? null : node.firstChild;
    if (below !== null) {
      node = below;
      continue;
    }
    for (;;) {
      if (paragraphs.has(node.nodeName)) text += '\n';
      if (node === body) return text;
      if (node.nextSibling !== null) break;
      node = node.parentNode ?? body;
    }
    node = node.nextSibling;
  }
}

function saidBy(node: XmlNode): string {
  // White space around the elements is none of the text.
  if (node.nodeType === textNode || node.nodeType === literalNode)
    return (node.nodeValue ?? '').replaceAll(/\s+/g, ' ');
  // A paragraph within another one, such as that of a note, begins a line of its own.
  if (paragraphs.has(node.nodeName) || node.nodeName === 'text:line-break') return '\n';
  if (node.nodeName === 'text:tab') return '\t';
  if (node.nodeName !== 'text:s') return '';
  const count = Number(node.getAttribute?.('text:c') ?? 1);
  return ' '.repeat(Number.isInteger(count) ? Math.min(Math.max(count, 1), mostBlanks) : 1);
}

const nothing = () => undefined;
const refusing = {
  warning: nothing,
  error: nothing,
  fatalError: (message: string) => {
    throw new Error(message);
  },
};
