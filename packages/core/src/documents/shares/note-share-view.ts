import type { WritingContext } from '../../kernel/handler-context.ts';
import type { DocumentVersion } from '../document.ts';
import type { DocumentsPorts } from '../ports.ts';
import type { DocumentShare } from './document-share.ts';
import { shareFactsOf, shareViewed } from './events.ts';

const longestUserAgent = 512;

/** Keeps one look at a share (SHR-6): when, from where and by which program; `version` is what was delivered, null if nothing was. */
export async function noteShareView(
  share: DocumentShare,
  version: DocumentVersion | null,
  { documentShares, caller, newId, now, emit }: DocumentsPorts & WritingContext,
): Promise<void> {
  const action = version === null ? 'opened' : 'downloaded';
  const userAgent = caller.userAgent?.slice(0, longestUserAgent) ?? null;
  await documentShares.addView({
    id: newId(),
    shareId: share.id,
    at: now,
    ip: caller.address,
    userAgent,
    action,
  });
  emit(shareViewed, {
    ...shareFactsOf(share),
    action,
    variant: version?.kind ?? null,
    sha256: version?.sha256 ?? null,
    userAgent,
  });
}
