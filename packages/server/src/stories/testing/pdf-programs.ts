import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Lets a program that others wrote look at a file, and gives what it says, whatever its exit code. */
async function said(
  program: string,
  pdf: Uint8Array,
  options: (path: string) => readonly string[],
): Promise<string> {
  return inFolder(pdf, async (path) => {
    const { stdout, stderr } = await execute(program, [...options(path)], {
      maxBuffer: 64 * 1024 * 1024,
    }).catch((failed: { readonly stdout?: string; readonly stderr?: string }) => failed);
    return `${stdout ?? ''}${stderr ?? ''}`;
  });
}

async function inFolder<T>(pdf: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-pdf-'));
  try {
    const path = join(folder, 'file.pdf');
    await writeFile(path, pdf);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What poppler says of the signatures in a file. */
export const signaturesBy = (pdf: Uint8Array): Promise<string> => said('pdfsig', pdf, (path) => [path]);
/** The text of a file, in the order in which it is read. */
export const textOfPdf = async (pdf: Uint8Array): Promise<string> =>
  (await said('pdftotext', pdf, (path) => ['-layout', path, '-'])).replace(/\s+/g, ' ');
/** The file with nothing packed in it. */
export const unpackedPdf = (pdf: Uint8Array): Promise<string> =>
  said('qpdf', pdf, (path) => ['--qdf', '--object-streams=disable', path, '-']);
/** What qpdf finds wrong with the form of a file. */
export const checkedPdf = (pdf: Uint8Array): Promise<string> =>
  said('qpdf', pdf, (path) => ['--check', path]);
/** The bytes of a file that is attached. */
export const attachedTo = (pdf: Uint8Array, name: string): Promise<Buffer> =>
  inFolder(pdf, async (path) => {
    await execute('pdfdetach', ['-saveall', '-o', dirname(path), path]);
    return readFile(join(dirname(path), name));
  });

/** The same file, which opens with a password only. */
export const encryptedPdf = (pdf: Uint8Array): Promise<Buffer> =>
  inFolder(pdf, async (path) => {
    await execute('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', path, `${path}.encrypted`]);
    return readFile(`${path}.encrypted`);
  });
