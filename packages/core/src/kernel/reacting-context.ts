import type { LedgerHead } from '@chancery/verify';
import type { ContextPorts, PortsInside, PortsOutside } from './context-ports.ts';
import type { Counting } from './entitlements.ts';
import type { WritingContext } from './handler-context.ts';
import type { KeyRing, LinkTokens, MailMessage, Random, SmsSender, TimeZoneRules } from './ports.ts';
import type { Settings } from './settings.ts';
import type { Instant } from './time.ts';

/** What a reaction reads of the ledger of the workspace that its transaction has entered. */
export interface LedgerReading {
  /**
   * The newest line of the ledger: its number and its hash, as evidence names them. Every later call in the same
   * transaction gives the same line, whatever others write meanwhile; what this transaction emits comes after it. Throws
   * if no workspace was entered, and under the role `worker`, which reads no ledger.
   */
  ledgerHead(): Promise<LedgerHead>;
}

/** What a reaction or a scheduled topic writes with: one transaction, whose effects leave like those of a command. */
export type FollowUpContext = Pick<
  WritingContext,
  | 'now'
  | 'settings'
  | 'timeZones'
  | 'random'
  | 'keyRing'
  | 'linkTokens'
  | 'newId'
  | 'emit'
  | 'emitIn'
  | 'emitFor'
  | 'cancelJobs'
  | 'enter'
  | 'openLedger'
> & { readonly entitlements: Counting };

/** What every reaction holds, whatever its context. It holds no transaction: `read` and `transact` open one each. */
export interface ReactingBase {
  readonly now: Instant;
  readonly settings: Settings;
  readonly timeZones: TimeZoneRules;
  readonly linkTokens: LinkTokens;
  readonly keyRing: KeyRing;
  readonly random: Random;
  readonly workspaceId: string | null;
  /** The same id at every attempt: the deduplication key of outside effects. */
  readonly jobId: string;
  /** When the change was made that this follows from; of a scheduled topic, when it was enqueued. */
  readonly askedAt: Instant;
  readonly mail: {
    send(
      message: Omit<MailMessage, 'messageId' | 'from'> & {
        readonly key: string;
        readonly from?: MailMessage['from'];
        /** What the message id is made of instead of the job, if another job could send the same mail. */
        readonly about?: string;
      },
    ): Promise<void>;
    /** The message id that a mail with this key gets, the same at every attempt. */
    messageIdOf(key: string): string;
  };
  readonly sms: SmsSender;
  newId(): string;
}

/** What the reactions and scheduled topics of one context hold. */
export type ReactingContext<S extends ContextPorts> = ReactingBase &
  PortsOutside<S> & {
    /** One reading transaction. */
    read<T>(work: (context: PortsInside<S> & LedgerReading) => Promise<T>): Promise<T>;
    /** Writes that take effect once, however often the job runs (JOB-3). */
    once(work: (context: FollowUpContext & LedgerReading & PortsInside<S>) => Promise<void>): Promise<void>;
    /** A transaction for one step of a long run; repeated with the job, so the step itself must know whether it is done. */
    transact<T>(work: (context: FollowUpContext & LedgerReading & PortsInside<S>) => Promise<T>): Promise<T>;
  };
