import type { CheckedSeal } from '@chancery/core';

/** What a server says of a file, in the words of a check; with what it knows of the seal. */
export interface OnlineCheck extends Pick<CheckedSeal, 'outcome' | 'detail'> {
  readonly baseUrl: string;
  readonly verification: Verification | null;
}

interface Verification {
  readonly match: 'sealed' | 'certificate' | 'original' | 'signing_copy';
  readonly workspaceName: string;
  readonly sealedAt: string | null;
}

const matches: Readonly<Record<Verification['match'], string>> = {
  sealed: 'the sealed document',
  certificate: 'the certificate of a signing',
  original: 'a document before it was signed, without signatures',
  signing_copy: 'what signers were shown, without signatures',
};

const mostMs = 15_000;

/** Asks a server whether it has sealed exactly this file. Only the fingerprint leaves this machine. */
export async function verifiedOnline(baseUrl: string, sha256: string): Promise<OnlineCheck> {
  const { host } = new URL(baseUrl);
  const answer = (
    outcome: OnlineCheck['outcome'],
    detail: string,
    verification: Verification | null = null,
  ) => ({
    baseUrl,
    outcome,
    detail,
    verification,
  });
  try {
    const root = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
    const response = await fetch(new URL(`api/v1/document-verifications/${sha256}`, root), {
      redirect: 'error',
      signal: AbortSignal.timeout(mostMs),
    });
    // What the endpoint declares; anything else lacks what is looked for, and so was not checked.
    const body = (await response.json()) as Answer;
    if (response.status === 404 && body.error?.code === 'verification.not_found')
      return answer('failed', `The server at ${host} has sealed no such file.`);
    if (!response.ok || body.data === undefined)
      return answer('not_checked', `The server at ${host} answered ${response.status}.`);
    const { match, workspaceName, sealedAt } = body.data;
    const when = sealedAt === null ? '' : ` on ${sealedAt}`;
    return answer(
      'passed',
      `The server at ${host} knows the file: it is ${matches[match]}, sealed by ${workspaceName}${when}.`,
      body.data,
    );
  } catch {
    return answer('not_checked', `The server at ${host} could not be asked.`);
  }
}

/** As the endpoint declares it. */
interface Answer {
  readonly data?: Verification;
  readonly error?: { readonly code: string };
}
