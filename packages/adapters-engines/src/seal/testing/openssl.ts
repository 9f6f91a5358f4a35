import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program and gives what it wrote, whatever its exit code. */
export async function output(program: string, ...options: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await execute(program, [...options], { maxBuffer: 64 * 1024 * 1024 });
    return `${stdout}${stderr}`;
  } catch (error) {
    const { stdout = '', stderr = '', code } = error as { stdout?: string; stderr?: string; code?: unknown };
    return `${stdout}${stderr}exit ${String(code)}`;
  }
}

/** Runs a program that has to succeed. */
export async function ran(program: string, ...options: readonly string[]): Promise<void> {
  await execute(program, [...options]);
}

/** A folder for one suite, which is gone after it. */
export async function temporaryFolder(): Promise<{ path(name: string): string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-seal-'));
  return {
    path: (name) => join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
export type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

const rootExtensions = `[v3]
basicConstraints=critical,CA:TRUE,pathlen:0
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
`;
const leafExtensions = `[v3]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature,nonRepudiation
extendedKeyUsage=1.3.6.1.5.5.7.3.36,emailProtection,1.2.840.113583.1.1.5
`;
const stampExtensions = `[v3]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
`;

export interface Issued {
  readonly keyPath: string;
  readonly certificatePath: string;
}

const newKey = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:3072'],
  ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
};

/** Certificates that the product did not make, so that what it verifies is not only its own. */
export async function issued(
  folder: Folder,
  name: string,
  kind: 'rsa' | 'ec',
  how: { readonly issuer?: Issued; readonly use?: 'seal' | 'stamp'; readonly days?: number } = {},
): Promise<Issued> {
  const keyPath = folder.path(`${name}.key`);
  const certificatePath = folder.path(`${name}.crt`);
  const { issuer, use = 'seal', days = 100 } = how;
  await ran('openssl', 'genpkey', ...newKey[kind], '-out', keyPath);
  await ran(
    'openssl',
    'req',
    '-new',
    '-key',
    keyPath,
    '-subj',
    `/CN=${name}/O=Test`,
    '-out',
    folder.path('csr'),
  );
  const extensions =
    issuer === undefined ? rootExtensions : { seal: leafExtensions, stamp: stampExtensions }[use];
  await writeFile(folder.path('ext'), extensions);
  const signer =
    issuer === undefined ? ['-signkey', keyPath] : ['-CA', issuer.certificatePath, '-CAkey', issuer.keyPath];
  await ran(
    'openssl',
    'x509',
    '-req',
    '-in',
    folder.path('csr'),
    ...signer,
    '-set_serial',
    `${Date.now()}`,
    '-days',
    `${days}`,
    '-extfile',
    folder.path('ext'),
    '-extensions',
    'v3',
    '-out',
    certificatePath,
  );
  return { keyPath, certificatePath };
}

export const pem = (path: string): Promise<string> => readFile(path, 'utf8');
