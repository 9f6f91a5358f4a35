import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  type Instant,
  SealFailure,
  type SealKey,
  type SealKeyProvider,
  type SealOwner,
  type SealRoot,
} from '@chancery/core';
import { fingerprintOf, requireValid, rootOf, usableSealKey } from './usable-seal-key.ts';

export interface PemFiles {
  /** A key in PKCS#8, which may be encrypted. */
  readonly keyFile: string;
  /** The certificate of the seal, and then its issuers in order. */
  readonly certificateFile: string;
  readonly passphrase: string | null;
}

const mostFileBytes = 1024 * 1024;
const mostCertificates = 10;

/**
 * The key of the operator, in two PEM files; all workspaces seal with it. The files are read each time, so that another
 * certificate, or a file that can be read again, works without a restart.
 */
export class PemSealKeys implements SealKeyProvider {
  readonly #files: PemFiles;
  #last: { readonly of: string; readonly key: KeyObject; readonly chain: readonly Uint8Array[] } | null =
    null;

  constructor(files: PemFiles) {
    this.#files = files;
  }

  keyOf(_: SealOwner, __: Instant): Promise<SealKey> {
    return this.testKey();
  }

  async probe(now: Instant): Promise<void> {
    requireValid(await this.testKey(), now);
  }

  /** The key that all workspaces seal with. */
  async testKey(): Promise<SealKey> {
    const { key, chain } = await this.#read();
    return usableSealKey(key, chain);
  }

  async roots(): Promise<readonly SealRoot[]> {
    const root = chainOf(await this.#text('certificateFile')).at(-1);
    return root === undefined ? [] : [rootOf(root)];
  }

  async #read(): Promise<{ readonly key: KeyObject; readonly chain: readonly Uint8Array[] }> {
    const [keyText, certificates] = [await this.#text('keyFile'), await this.#text('certificateFile')];
    // To decrypt a key takes a while on purpose, so the same files are not opened again.
    const of = fingerprintOf(Buffer.from(`${keyText}\n${certificates}`));
    if (this.#last?.of !== of)
      this.#last = { of, key: keyOf(keyText, this.#files.passphrase), chain: chainOf(certificates) };
    return this.#last;
  }

  async #text(name: 'keyFile' | 'certificateFile'): Promise<string> {
    try {
      const content = await readFile(this.#files[name]);
      if (content.length > mostFileBytes) throw new RangeError();
      return content.toString('latin1');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'too large';
      const variable = name === 'keyFile' ? 'CHANCERY_SEAL_KEY_FILE' : 'CHANCERY_SEAL_CERT_FILE';
      throw new SealFailure('seal.key_unavailable', `The file of ${variable} cannot be read (${code}).`);
    }
  }
}

function keyOf(text: string, passphrase: string | null): KeyObject {
  try {
    return createPrivateKey(passphrase === null ? text : { key: text, passphrase });
  } catch {
    // The cause could quote the file.
    const detail = 'The file of CHANCERY_SEAL_KEY_FILE holds no PKCS#8 key, or the passphrase is another.';
    throw new SealFailure('seal.key_unavailable', detail);
  }
}

/** The certificates of a file in their order, each of which the next one must have issued. */
function chainOf(text: string): readonly Uint8Array[] {
  const begin = '-----BEGIN CERTIFICATE-----';
  const blocks = text.split(begin).slice(1, mostCertificates + 1);
  const refused = (detail: string) =>
    new SealFailure('seal.key_unavailable', `The file of CHANCERY_SEAL_CERT_FILE ${detail}`);
  if (blocks.length === 0) throw refused('holds no certificate.');
  const certificates = blocks.map((block) => {
    try {
      return new X509Certificate(`${begin}${block}`);
    } catch {
      throw refused('holds a certificate that cannot be read.');
    }
  });
  certificates.forEach((certificate, index) => {
    const issuer = certificates[index + 1];
    const isIssued =
      issuer === undefined || (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
    if (!isIssued) throw refused('must hold the certificate of the seal first, and then the issuer of each.');
  });
  return certificates.map(({ raw }) => raw);
}
