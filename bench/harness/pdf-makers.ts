import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { degrees, type PDFDocument } from 'pdf-lib';
import { type Folder, output } from '../../packages/adapters-engines/src/seal/testing/openssl.ts';
import { letter } from '../../packages/adapters-engines/src/seal/testing/prepared-pdf.ts';

/** A file as somebody's program has written it. */
export interface MadePdf {
  readonly maker: string;
  readonly what: string;
  readonly bytes: Uint8Array;
}

type Making = (folder: Folder) => Promise<Uint8Array | null>;

interface Maker {
  readonly name: string;
  /** The program that has to be installed; null of a library that always is. */
  readonly program: string | null;
  /** What it makes, by what is special about it; null where this installation of the program cannot. */
  readonly files: Readonly<Record<string, Making>>;
}

/** Every file of every maker that is installed, and the makers that are not. */
export async function madePdfs(
  folder: Folder,
): Promise<{ readonly made: readonly MadePdf[]; readonly missing: readonly string[] }> {
  const made: MadePdf[] = [];
  const missing: string[] = [];
  for (const { name, program, files } of makers) {
    if (program !== null && (await output(program, '--version')).endsWith('exit ENOENT')) {
      missing.push(`${name} (${program})`);
      continue;
    }
    for (const [what, making] of Object.entries(files)) {
      const bytes = await making(folder);
      if (bytes === null) missing.push(`${name}, ${what}`);
      else made.push({ maker: name, what, bytes });
    }
  }
  return { made, missing };
}

/** Runs a program that writes this file; null if it did not. */
async function written(path: string, program: string, ...options: readonly string[]): Promise<Buffer | null> {
  await output(program, ...options);
  return existsSync(path) ? readFile(path) : null;
}

const numbers = (pages: number) => Array.from({ length: pages }, (_, index) => index + 1);

/** LibreOffice, from a text in one file of XML. */
const byOffice =
  (pages: number, filter = 'pdf'): Making =>
  async ({ path }) => {
    const [source, target] = [path(`office-${pages}.fodt`), path(`office-${pages}.pdf`)];
    const names = ['office', 'text', 'style'].map(
      (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
    );
    const own = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"';
    const text = numbers(pages).map(
      (number) => `<text:p text:style-name="P">Page ${number} of the minutes: Größe, ναι, да</text:p>`,
    );
    await writeFile(
      source,
      `<office:document ${names.join(' ')} ${own} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style></office:automatic-styles>
<office:body><office:text>${text.join('')}</office:text></office:body></office:document>`,
    );
    const place = ['--headless', `-env:UserInstallation=file://${path('office-profile')}`];
    return written(target, 'soffice', ...place, '--convert-to', filter, '--outdir', path(''), source);
  };

const archival = 'pdf:writer_pdf_Export:{"SelectPdfVersion":{"type":"long","value":"2"}}';

/** A browser that prints a page. */
const byBrowser =
  (name: string, style: string, pages: number): Making =>
  async ({ path }) => {
    const [source, target] = [path(`${name}.html`), path(`${name}.pdf`)];
    const sections = numbers(pages).map((number) => `<section>Page ${number}: ✓ 株式会社</section>`);
    await writeFile(source, `<style>section { break-after: page } ${style}</style>${sections.join('')}`);
    const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${path('profile')}`];
    return written(target, 'chromium', ...options, `--print-to-pdf=${target}`, `file://${source}`);
  };

/** Ghostscript, from a program in PostScript. */
const byGhostscript =
  (name: string, pages: number, preamble: string, ...options: readonly string[]): Making =>
  async ({ path }) => {
    const [source, target] = [path(`${name}.ps`), path(`${name}.pdf`)];
    await writeFile(
      source,
      `%!PS\n${preamble}\n/Times-Roman findfont 12 scalefont setfont\n1 1 ${pages} { 72 500 moveto (Page ) show 10 string cvs show showpage } for\n`,
    );
    const usual = ['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-sDEVICE=pdfwrite', ...options];
    return written(target, 'gs', ...usual, '-o', target, source);
  };

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="595" height="842">
<rect width="200" height="90" fill="teal" fill-opacity="0.4"/><text x="72" y="100">Plan</text></svg>`;

/** Cairo, from drawings and from another file. */
const byCairo =
  (pages: number): Making =>
  async ({ path }) => {
    const [source, target] = [path('plan.svg'), path(`plan-${pages}.pdf`)];
    await writeFile(source, drawing);
    return written(target, 'rsvg-convert', '-f', 'pdf', '-o', target, ...numbers(pages).map(() => source));
  };
const cairoCopy: Making = async ({ path }) => {
  await writeFile(path('uncopied.pdf'), await (await letter(5)).save());
  return written(path('copied.pdf'), 'pdftocairo', '-pdf', path('uncopied.pdf'), path('copied.pdf'));
};

const byTex =
  (name: string, preamble: string, body: string): Making =>
  async ({ path }) => {
    await writeFile(
      path(`${name}.tex`),
      `${preamble}\n\\documentclass{article}\n\\usepackage{hyperref}\n\\begin{document}\n${body}\n\\end{document}\n`,
    );
    const options = ['-interaction=batchmode', `-output-directory=${path('')}`, path(`${name}.tex`)];
    // What it says of fonts that are not there does not go into the folder that we stand in.
    const quiet = `MISSFONT_LOG=${path('missfont.log')}`;
    return written(path(`${name}.pdf`), 'env', quiet, 'pdflatex', ...options);
  };
const texPages = (pages: number) =>
  numbers(pages)
    .map((number) => `Page ${number} \\newpage`)
    .join('\n');

const byLibrary =
  (
    pages: number,
    useObjectStreams: boolean,
    change: (document: PDFDocument) => void = () => undefined,
  ): Making =>
  async () => {
    const document = await letter(pages);
    change(document);
    return document.save({ useObjectStreams });
  };

function turnPages(document: PDFDocument): void {
  for (const [index, page] of document.getPages().entries()) page.setRotation(degrees((index + 1) * 90));
}

function cropPages(document: PDFDocument): void {
  for (const [index, page] of document.getPages().entries()) {
    page.setRotation(degrees(index * 90));
    page.setCropBox(40, 60, 300, 400);
  }
}

function addForm(document: PDFDocument): void {
  const form = document.getForm();
  const page = document.getPage(0);
  const name = form.createTextField('name');
  name.setText('Ada Lovelace');
  name.addToPage(page, { x: 72, y: 600, width: 200, height: 20 });
  const agrees = form.createCheckBox('agrees');
  agrees.addToPage(page, { x: 72, y: 560, width: 14, height: 14 });
  agrees.check();
  const choice = form.createDropdown('choice');
  choice.addOptions(['one', 'two']);
  choice.select('two');
  choice.addToPage(page, { x: 72, y: 520, width: 100, height: 20 });
}

/** qpdf writes what others made in forms that are rare. */
const byQpdf =
  (name: string, pages: number, ...options: readonly string[]): Making =>
  async ({ path }) => {
    await writeFile(path('plain.pdf'), await (await letter(pages)).save());
    return written(path(`${name}.pdf`), 'qpdf', ...options, path('plain.pdf'), path(`${name}.pdf`));
  };

const makers: readonly Maker[] = [
  {
    name: 'LibreOffice',
    program: 'soffice',
    files: { '1 page': byOffice(1), '20 pages': byOffice(20), '3 pages of PDF/A-2': byOffice(3, archival) },
  },
  {
    name: 'Chromium',
    program: 'chromium',
    files: {
      '1 page': byBrowser('page', '', 1),
      '30 pages': byBrowser('pages', '', 30),
      'landscape A5': byBrowser('landscape', '@page { size: A5 landscape; margin: 0 }', 2),
    },
  },
  {
    name: 'Ghostscript',
    program: 'gs',
    files: {
      '1 page of PDF 1.4': byGhostscript('old', 1, '', '-dCompatibilityLevel=1.4'),
      '200 pages': byGhostscript('long', 200, ''),
      rotated: byGhostscript('turned', 3, '[/Rotate 90 /PAGES pdfmark'),
      cropped: byGhostscript('cropped', 3, '[/CropBox [20 30 400 600] /PAGES pdfmark'),
    },
  },
  {
    name: 'pdf-lib',
    program: null,
    files: {
      '1 page': byLibrary(1, false),
      '200 pages in object streams': byLibrary(200, true),
      'pages that are rotated': byLibrary(4, false, turnPages),
      'pages that are rotated and cropped': byLibrary(4, true, cropPages),
      'a form': byLibrary(2, false, addForm),
      'a form in object streams': byLibrary(2, true, addForm),
    },
  },
  {
    name: 'Cairo',
    program: 'rsvg-convert',
    files: { '1 page': byCairo(1), '12 pages': byCairo(12), 'a copy of another file': cairoCopy },
  },
  {
    name: 'TeX',
    program: 'pdflatex',
    files: {
      '1 page': byTex('note', '\\pdfminorversion=4', 'Minutes'),
      '40 pages in object streams': byTex(
        'book',
        '\\pdfminorversion=7 \\pdfobjcompresslevel=2',
        texPages(40),
      ),
      'rotated and cropped': byTex(
        'turned',
        '',
        `\\pdfpageattr{/Rotate 270 /CropBox [50 60 500 700]} ${texPages(2)}`,
      ),
      'a form': byTex('form', '', '\\begin{Form}\\TextField[name=who,value={Ada}]{Name}\\end{Form}'),
    },
  },
  {
    name: 'qpdf',
    program: 'qpdf',
    files: {
      'object streams': byQpdf('packed', 5, '--object-streams=generate'),
      'a linearized form': byQpdf('linear', 5, '--linearize'),
      'unpacked objects': byQpdf('unpacked', 5, '--qdf', '--object-streams=disable'),
      'rotated pages': byQpdf('rotated', 5, '--rotate=+90:1-3', '--rotate=+180:4'),
    },
  },
];
