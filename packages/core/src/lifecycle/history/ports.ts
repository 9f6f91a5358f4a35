import type { AuditActorKind, AuditPayload } from '../../kernel/ledger/index.ts';
import type { Instant } from '../../kernel/time.ts';
import type { EventSelection } from './event-groups.ts';

/** A line of the ledger that is about a document. */
export interface DocumentEvent {
  readonly id: string;
  /** The name of the event. */
  readonly type: string;
  readonly at: Instant;
  readonly actorKind: AuditActorKind;
  readonly actorId: string | null;
  /** The name of the actor as it was last known here; null of whoever is no person of the workspace. */
  readonly actorName: string | null;
  readonly targetKind: string;
  readonly targetId: string;
  readonly facts: AuditPayload['facts'];
  /** Its place in the ledger. */
  readonly auditSeq: number;
}

export interface DocumentEventFilter {
  /** Null for all. */
  readonly types: readonly string[] | null;
  readonly selection: EventSelection | null;
  readonly from: Instant | null;
  /** Events before this instant. */
  readonly to: Instant | null;
}

/** What has happened to documents of this workspace, as its ledger says. */
export interface DocumentHistory {
  /** Events of a document, the newest first, before this place in the ledger; `limit + 1` rows mean that there are more. */
  list(
    documentId: string,
    filter: DocumentEventFilter,
    before: string | null,
    limit: number,
  ): Promise<readonly DocumentEvent[]>;
}
