import { aZip } from '@chancery/core/testing';

export const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const paragraph = (text: string) => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`;

/**
 * A Word document of such paragraphs; what it points to lies on another machine, by its id and its kind. `prologue` stands
 * before its XML.
 */
export const wordDocument = (
  paragraphs: readonly string[],
  links: Readonly<Record<string, 'image' | 'hyperlink'>> = {},
  prologue = '',
): Buffer => {
  const relations = Object.entries(links).map(
    ([id, kind]) =>
      `<Relationship Id="${id}" Type="${office}/${kind}" Target="http://127.0.0.1:18080/${id}" TargetMode="External"/>`,
  );
  return aZip([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${word}.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: `<Relationships xmlns="${packages}/relationships">${relations.join('')}</Relationships>`,
    },
    {
      name: 'word/document.xml',
      content: `${prologue}<w:document ${namespaces}><w:body>${paragraphs.join('')}</w:body></w:document>`,
      deflated: true,
    },
  ]);
};

const schemas = 'http://schemas.openxmlformats.org';
const packages = `${schemas}/package/2006`;
const office = `${schemas}/officeDocument/2006/relationships`;
const drawing = `${schemas}/drawingml/2006`;
const namespaces = [
  ['w', `${schemas}/wordprocessingml/2006/main`],
  ['r', office],
  ['a', `${drawing}/main`],
  ['pic', `${drawing}/picture`],
  ['wp', `${drawing}/wordprocessingDrawing`],
]
  .map(([prefix, address]) => `xmlns:${prefix}="${address}"`)
  .join(' ');
