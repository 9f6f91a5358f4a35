import { workspaceNotActive } from './access.ts';
import type { UseCase } from './declaration.ts';
import { type Failure, failure } from './errors.ts';
import type { CallerWorkspace } from './principal.ts';

export const linkNotFound = failure(
  'link.not_found',
  'not_found',
  'This link leads nowhere; check that you have copied all of it.',
);
export const linkGone = failure(
  'link.gone',
  'gone',
  'This link was used before, has expired or was withdrawn; ask whoever sent it for a new one.',
);

/** Where a token leads, before its workspace is entered. */
export interface FoundLink {
  readonly workspaceId: string;
  /** Of the link, or of the thing that has it. */
  readonly id: string;
}

/**
 * A place that belongs to nobody: a link that never existed is looked for there, so that its answer takes the work of a link
 * that did exist (MTG-39).
 */
export const nobody: FoundLink = {
  workspaceId: 'workspace_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  id: '00000000-0000-0000-0000-000000000000',
};

/** Why a link that once worked opens nothing any more, in words for the person who holds it. */
const reasons = {
  workspace_closed: 'The workspace that sent this link has been closed.',
  superseded: 'A later mail brought a newer link; use that one.',
  replaced: 'A newer link replaced this one; use that one.',
  revoked: 'Whoever sent this link has withdrawn it.',
  expired: 'The time in which this link could be used is over.',
  spent: 'This link has been used already.',
  declined: 'What this link led to was declined.',
  cancelled: 'What this link led to was cancelled.',
  completed: 'What this link asked for is done.',
  voided: 'The sender has taken back what this link led to.',
  quarantined: 'What this link led to was found to be harmful, so it is locked away.',
  over: 'What this link led to is over.',
  exhausted: 'This link was used as often as it may be.',
  document_voided: 'The signing of the document was called off, and this link ended with it.',
  document_trashed: 'The document was put into the trash, and this link ended with it.',
  document_disposed: 'The document was destroyed.',
  document_expired: 'The document is no longer valid, and this link ended with it.',
  document_quarantined: 'Something harmful was found in the document, so nobody gets it any more.',
} as const;
export type LinkGoneReason = keyof typeof reasons;

/**
 * 410 `link.gone` with the reason as `details[0].code`, where the holder of a link that once worked may know it. Links
 * whose answers must not differ, such as those of an account (AUT-8), throw `linkGone` itself.
 */
export const goneBecause = (reason: LinkGoneReason): Failure =>
  linkGone({ details: [{ path: '', code: reason, message: reasons[reason] }] });

/** Whether a call counts as a read while its workspace is closing or suspended (PLT-21, PLT-22). */
export const isRead = ({ kind, countsAsRead }: Pick<UseCase, 'kind' | 'countsAsRead'>): boolean =>
  kind === 'query' || countsAsRead === true;

/**
 * Whether a call that was reached by a link may go on in the workspace of the link, by its status at this moment; null
 * if there is no such workspace, which is for the look-up of the thing to say. A closed workspace answers 410
 * `link.gone` with the code `workspace_closed`; one that is closing or suspended lets reads go on and refuses writes
 * with 403 `workspace.not_active` (PLT-22).
 */
export function requireLinkedWorkspace(
  status: CallerWorkspace['status'] | null,
  useCase: Pick<UseCase, 'kind' | 'countsAsRead'>,
): void {
  if (status === 'closed') throw goneBecause('workspace_closed');
  if (status !== null && status !== 'active' && !isRead(useCase)) throw workspaceNotActive();
}

/** A page of the web app that is about one workspace, which may not be the one that the reader acted in last. */
export const workspacePage = (webUrl: string, path: `/${string}`, workspaceId: string): string =>
  `${webUrl}${path}#workspace=${workspaceId}`;
