import { X509Certificate } from 'node:crypto';
import { dependencyUnavailable, SealFailure, type SealRoot } from '@chancery/core';
import type { Page } from '../pages/html.ts';

/**
 * The roots under which seals are made, as PEM: the one that issues now, and then its successor and those before it. Above
 * each stands what people compare it by; programs skip such lines (RFC 7468, 2).
 */
export const sealRootPage =
  (roots: () => Promise<readonly SealRoot[]>): Page =>
  async (_, response) => {
    const body = (await readRoots(roots)).map(withWords).join('\n');
    response.writeHead(200, {
      'Content-Type': 'application/x-pem-file',
      'Content-Disposition': 'inline; filename="chancery-seal-root.pem"',
      'Cache-Control': 'public, max-age=3600',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  };

async function readRoots(roots: () => Promise<readonly SealRoot[]>): Promise<readonly SealRoot[]> {
  try {
    return await roots();
  } catch (error) {
    if (error instanceof SealFailure) throw dependencyUnavailable({ cause: error });
    throw error;
  }
}

function withWords({ certificate, fingerprint, validFrom, validUntil }: SealRoot, index: number): string {
  const is = index === 0 ? 'issues seals now' : 'has issued seals or will';
  return `This root ${is}. Valid from ${validFrom} until ${validUntil}.
SHA-256 fingerprint: ${fingerprint}
${new X509Certificate(certificate).toString()}`;
}
