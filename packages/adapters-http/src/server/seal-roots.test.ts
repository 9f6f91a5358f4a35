import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SealFailure, type SealRoot } from '@chancery/core';
import { expect } from 'chai';
import { served } from '../testing/served.ts';

const execute = promisify(execFile);

async function aRoot(name: string): Promise<SealRoot> {
  const subject = ['-subj', `/CN=${name}`, '-days', '9'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '/dev/null'];
  const pem = (await execute('openssl', ['req', '-x509', ...key, ...subject])).stdout;
  const certificate = new X509Certificate(pem).raw;
  return {
    certificate,
    fingerprint: createHash('sha256').update(certificate).digest('hex'),
    validFrom: '2026-05-04T09:30:00.000Z',
    validUntil: '2036-05-01T09:30:00.000Z',
  };
}

const address = 'GET /.well-known/chancery-seal-root.pem';

describe('GET /.well-known/chancery-seal-root.pem', () => {
  it('SEA-20: is the root with its fingerprint, and its successor beside it, for anybody', async () => {
    const roots = [await aRoot('first'), await aRoot('second')];
    const here = await served({ sealRoots: async () => roots });

    const { status, headers, text } = await here.call(address);
    await here.close();

    const certificates = text.split('-----END CERTIFICATE-----\n').slice(0, -1);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).to.deep.equal([
      200,
      'application/x-pem-file',
      'public, max-age=3600',
    ]);
    expect(headers.get('content-disposition')).to.equal('inline; filename="chancery-seal-root.pem"');
    expect(certificates).to.have.length(2);
    certificates.forEach((each, index) => {
      expect(each).to.include(`SHA-256 fingerprint: ${roots[index]?.fingerprint}`);
      const [, pem] = each.split('-----BEGIN CERTIFICATE-----');
      expect(Buffer.from(pem ?? '', 'base64')).to.deep.equal(roots[index]?.certificate);
    });
    // OpenSSL skips what stands above a certificate.
    const folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    await writeFile(join(folder, 'roots.pem'), text);
    const asked = ['x509', '-noout', '-subject', '-in', join(folder, 'roots.pem')];
    const shown = (await execute('openssl', asked)).stdout;
    await rm(folder, { recursive: true });
    expect(shown).to.match(/CN ?= ?first/);
  });

  it('is away while the key of the operator cannot be read, and says no more of it', async () => {
    const here = await served({
      sealRoots: () =>
        Promise.reject(new SealFailure('seal.key_unavailable', 'ENOENT /etc/chancery/key.pem')),
    });

    const { status, body, text } = await here.call(address);
    await here.close();

    expect([status, body.error.code]).to.deep.equal([503, 'dependency.unavailable']);
    expect(text).to.not.include('key.pem');
  });

  it('is not there in a host that has no seal', async () => {
    const here = await served();

    expect((await here.call(address)).status).to.equal(404);
    await here.close();
  });
});
