import type { CheckedSeal } from '@chancery/core';
import { z } from 'zod';

/** What a server says of a file, in the words of a check; with what it knows of the seal. */
export interface OnlineCheck extends Pick<CheckedSeal, 'outcome' | 'detail'> {
  readonly baseUrl: string;
  readonly verification: Verification | null;
}

const matches = {
  sealed: 'the sealed document',
  certificate: 'the certificate of a signing',
  original: 'a document before it was signed, without signatures',
  signing_copy: 'what signers were shown, without signatures',
} as const;

const Verification = z.object({
  match: z.enum(Object.keys(matches) as (keyof typeof matches)[]),
  workspaceName: z.string(),
  sealedAt: z.string().nullable(),
});
type Verification = z.infer<typeof Verification>;

/** What the endpoint declares. Whoever answers anything else is no such server, and has said nothing about the file. */
const Answer = z.object({
  data: Verification.optional(),
  error: z.object({ code: z.string() }).optional(),
});

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
    const { data, error } = Answer.safeParse(await response.json()).data ?? {};
    if (response.status === 404 && error?.code === 'verification.not_found')
      return answer('failed', `The server at ${host} has sealed no such file.`);
    if (!response.ok || data === undefined)
      return answer('not_checked', `The server at ${host} answered ${response.status}.`);
    const { match, workspaceName, sealedAt } = data;
    const when = sealedAt === null ? '' : ` on ${sealedAt}`;
    return answer(
      'passed',
      `The server at ${host} knows the file: it is ${matches[match]}, sealed by ${workspaceName}${when}.`,
      data,
    );
  } catch {
    return answer('not_checked', `The server at ${host} could not be asked.`);
  }
}
