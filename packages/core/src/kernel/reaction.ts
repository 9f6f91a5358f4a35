import { z } from 'zod';
import type { ContextPorts } from './context-ports.ts';
import type { DatabaseRole } from './database-role.ts';
import type { EventType } from './events.ts';
import type { Aggregate, JobPolicy } from './outbox.ts';
import { accountMailQueue, type MailAudience } from './outside-mail.ts';
import type { ReactingContext } from './reacting-context.ts';
import type { Instant } from './time.ts';

export interface Reaction {
  readonly kind: 'reaction';
  readonly ports: ContextPorts;
  readonly event: EventType;
  /** What its jobs carry: the fields of the event that it needs (JOB-9). */
  readonly payload: z.ZodType;
  readonly needs?: readonly PropertyKey[];
  readonly aggregate?: (data: never) => Aggregate | null;
  readonly topic: string;
  readonly policy: JobPolicy;
  /** To whom it sends mail, or leads to mail; null if it does neither, and then it cannot. */
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands it the events and ports of its own declaration
  readonly mails: MailAudience<any, any> | null;
  /** The database role of its transactions. */
  readonly databaseRole: DatabaseRole;
  /** Jobs of one key start in order of creation (JOB-6). */
  readonly orderingKey?: (data: never) => string;
  /** When the job is due, if that is not at once. */
  readonly dueAt?: (data: never) => Instant;
  // biome-ignore lint/suspicious/noExplicitAny: the worker hands each reaction the data and ports of its own declaration
  readonly run: (data: any, context: any) => Promise<void>;
  /** What follows, at least once, if every attempt failed, before the job is a dead letter. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly givenUp?: (data: any, context: any) => Promise<void>;
}

/**
 * With how many attempts a job of this reaction is enqueued. What follows from giving up has one more, in case the process
 * was lost with the last.
 */
export const attemptsOf = ({ policy, givenUp }: Pick<Reaction, 'policy' | 'givenUp'>): number =>
  policy.maxAttempts + (givenUp === undefined ? 0 : 1);

/** A reaction with the name of the context that it belongs to. */
export type KnownReaction = Reaction & { readonly context: string };

/** A topic that runs by the clock: one job per tick, whichever of the processes is first to notice it. */
export interface ScheduledTopic {
  readonly kind: 'scheduled';
  readonly ports: ContextPorts;
  readonly topic: string;
  /** Minute, hour, day, month, weekday; in UTC. */
  readonly cron: string;
  readonly policy: JobPolicy;
  /** The database role of its transactions. */
  readonly databaseRole: DatabaseRole;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly run: (context: any) => Promise<void>;
}

/** `reaction` and `scheduled`, bound to the ports of one context. */
export function reactionsOf<S extends ContextPorts>(ports: S) {
  return {
    /**
     * Follows from an event, out of the outbox, at least once. `topic` names the job. `needs` names the fields of the
     * event that the job carries, all of them if it is left out; ids and values, never names, addresses or secrets
     * (JOB-9). `aggregate` is what `cancelJobs` finds the job by; the target of the event if it is left out. `databaseRole` is
     * that of its transactions: `app`, which reaches the workspace of the job alone, unless it says otherwise. `mails` says
     * to whom it sends mail; lane and budget follow from it (PLT-30), and without it there is no mail. `givenUp` is what
     * follows if every attempt failed; like the reaction it may run more than once.
     */
    reaction: <D extends z.ZodType, K extends keyof z.output<D> = keyof z.output<D>>(
      event: EventType<D>,
      job: {
        readonly topic: string;
        readonly policy: JobPolicy;
        readonly databaseRole?: DatabaseRole;
        readonly orderingKey?: (data: z.output<D>) => string;
        readonly needs?: readonly K[];
        readonly aggregate?: (data: z.output<D>) => Aggregate | null;
        readonly dueAt?: (data: z.output<D>) => Instant;
        readonly mails?: MailAudience<z.output<D>, S>;
        readonly givenUp?: (data: Pick<z.output<D>, K>, context: ReactingContext<S>) => Promise<void>;
      },
      run: (data: Pick<z.output<D>, K>, context: ReactingContext<S>) => Promise<void>,
    ): Reaction => ({
      kind: 'reaction',
      ports,
      event,
      payload: job.needs === undefined ? event.data : picked(event.data, job.needs),
      ...(job.needs ? { needs: job.needs } : {}),
      ...(job.aggregate ? { aggregate: job.aggregate } : {}),
      topic: job.topic,
      policy: job.mails === 'account' ? { ...job.policy, queue: accountMailQueue } : job.policy,
      mails: job.mails ?? null,
      databaseRole: job.databaseRole ?? 'app',
      ...(job.orderingKey ? { orderingKey: job.orderingKey } : {}),
      ...(job.dueAt ? { dueAt: job.dueAt } : {}),
      ...(job.givenUp ? { givenUp: job.givenUp } : {}),
      run,
    }),
    /**
     * Runs by the clock, out of the outbox like a reaction. Ticks missed while nothing ran are made up for once. What
     * looks across workspaces says `databaseRole: 'identity'`.
     */
    scheduled: (
      job: {
        readonly topic: string;
        readonly cron: string;
        readonly policy: JobPolicy;
        readonly databaseRole?: DatabaseRole;
      },
      run: (context: ReactingContext<S>) => Promise<void>,
    ): ScheduledTopic => ({ kind: 'scheduled', ports, databaseRole: 'app', ...job, run }),
  };
}

function picked(schema: z.ZodType, names: readonly PropertyKey[]): z.ZodType {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('Only the fields of an object can be picked');
  // zod's type of the keys is that of an unknown object; the caller's names are keys of this one.
  return schema.pick(Object.fromEntries(names.map((name) => [name, true])) as never);
}
