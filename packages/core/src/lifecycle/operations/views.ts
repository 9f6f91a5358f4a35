import { z } from 'zod';
import { LegalHoldView } from '../holds/views.ts';
import { RenewalCaseView } from '../renewals/views.ts';
import { RetentionCandidateView } from '../retention/views.ts';
import { LifecycleActionView } from '../worker/views.ts';

const number = (what: string) => z.int().describe(what);
const byStatus = () => z.record(z.string(), z.int()).describe('How many there are in each state.');

export const ActionOperationsView = z
  .object({
    planned24h: number('How many are planned within a day.'),
    due: number('How many are due and wait for a worker.'),
    running: number('How many are being done.'),
    retrying: number('How many failed and are tried again.'),
    succeeded24h: number('How many were done within the last day.'),
    next: z.array(LifecycleActionView).describe('The next ones, at most ten.'),
  })
  .describe('What the worker does for documents.');

export const RenewalOperationsView = z
  .object({
    byStatus: byStatus(),
    overdue: z
      .array(RenewalCaseView)
      .describe('Open ones whose day has passed, the oldest first, at most ten.'),
    singlePerson: number('How many replacements were approved by whoever had submitted them.'),
  })
  .describe('The work of replacing documents.');

export const HoldOperationsView = z
  .object({
    active: number('How many legal holds are active.'),
    documents: number('On how many documents they lie.'),
    reviewDue: z
      .array(LegalHoldView)
      .describe('Active ones that somebody is to look at, the oldest first, at most ten.'),
  })
  .describe('What must be kept for a matter.');

export const RetentionOperationsView = z
  .object({
    byStatus: byStatus(),
    nextExecutions: z
      .array(RetentionCandidateView)
      .describe('What is destroyed next unless somebody stops it, at most ten.'),
    singlePerson: number('How many candidates somebody has decided on alone.'),
  })
  .describe('What may be destroyed; empty unless you are an owner or admin.');

export const IntelligenceOperationsView = z
  .object({
    queued: number('How many extractions wait.'),
    running: number('How many extractions are being done.'),
    failed24h: number('How many extractions failed within the last day.'),
    evidenceProposed: number('How many values nobody has looked at yet, counted up to 10000.'),
    lowConfidence: number('How many of these have a confidence under 0.6.'),
  })
  .describe('What was read in documents.');
