import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const kinds = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
};

/** What an operator would get from an authority: a key in PKCS#8, and the chain from the leaf to the root. */
export interface MadeFiles {
  readonly key: string;
  readonly chain: string;
}

export async function madeFiles(kind: keyof typeof kinds, { days = 30 } = {}): Promise<MadeFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...options: string[]) => execute('openssl', options);
  try {
    for (const name of ['root', 'leaf']) {
      await openssl('genpkey', ...kinds[kind], '-out', at(`${name}.key`));
      await openssl(
        'req',
        '-new',
        '-key',
        at(`${name}.key`),
        '-subj',
        `/CN=${name}`,
        '-out',
        at(`${name}.csr`),
      );
    }
    await writeFile(
      at('root.ext'),
      'basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign\n',
    );
    await writeFile(at('leaf.ext'), 'keyUsage=critical,digitalSignature,nonRepudiation\n');
    const issued = (name: string, by: readonly string[]) =>
      openssl(
        'x509',
        '-req',
        '-in',
        at(`${name}.csr`),
        ...by,
        '-set_serial',
        `${Date.now()}`,
        '-days',
        `${days}`,
        '-extfile',
        at(`${name}.ext`),
        '-out',
        at(`${name}.crt`),
      );
    await issued('root', ['-signkey', at('root.key')]);
    await issued('leaf', ['-CA', at('root.crt'), '-CAkey', at('root.key')]);
    const text = (name: string) => readFile(at(name), 'utf8');
    return { key: await text('leaf.key'), chain: (await text('leaf.crt')) + (await text('root.crt')) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
