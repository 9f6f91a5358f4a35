import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { actionJobs } from '../jobs.ts';
import {
  actionKinds,
  actionResolutions,
  actionStatuses,
  dayEffects,
  type LifecycleAction,
  type ReadAction,
} from './action.ts';

export const LifecycleActionView = z
  .object({
    id: shown.ownId(),
    kind: z.enum(actionKinds).describe('What it does.'),
    documentId: z.uuid().describe('The id of the document.'),
    status: z.enum(actionStatuses).describe('How far it is; from pending on a job works it.'),
    dueAt: shown.instant().describe('When it is to happen.'),
    params: z
      .object({
        daysBefore: z
          .int()
          .nullable()
          .describe('Of a notice: how many days before the date, or after it if negative; else null.'),
        crossing: z
          .enum(dayEffects)
          .nullable()
          .describe(
            'Of a day that comes: what the document is from then on, or that its shares end; else null.',
          ),
        expiresOn: shown
          .date()
          .nullable()
          .describe('The date of the document that it serves; null without one.'),
      })
      .describe('What it is about.'),
    attempts: z.int().describe('How often it was tried.'),
    maxAttempts: z.int().describe('How often it is tried at most.'),
    nextAttemptAt: shown.instant().nullable().describe('When it is tried again; null unless it failed.'),
    lastErrorCode: z.string().nullable().describe('What it failed with last; null if it has not failed.'),
    lastErrorMessage: z.string().nullable().describe('The same in words; null if it has not failed.'),
    requestedByUserId: z
      .string()
      .nullable()
      .describe('The id of who asked for it; null if the plan made it.'),
    reason: z.string().nullable().describe('Why somebody asked for it; null if the plan made it.'),
    startedAt: shown.instant().nullable().describe('When it was begun last; null if it was not.'),
    finishedAt: shown.instant().nullable().describe('When it ended; null if it has not.'),
    replayCount: z.int().describe('How often somebody had it run again.'),
    acknowledgement: z
      .object({
        byUserId: z.string().nullable().describe('The id of who put it aside; null if an operator did.'),
        at: shown.instant().describe('When that was.'),
        resolution: z
          .enum(actionResolutions)
          .nullable()
          .describe('What became of the matter; null if it was put aside among the jobs.'),
        note: z.string().nullable().describe('What was noted with it; null for nothing.'),
      })
      .nullable()
      .describe('How it was put aside; null if it was not.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
  })
  .meta({ id: 'LifecycleAction', description: 'Something that the worker does for a document.' });

/** The action as an answer shows it. */
export const actionView = (action: ReadAction): z.input<typeof LifecycleActionView> => {
  const { id, kind, documentId, dueAt, params, requestedByUserId, reason, createdAt, updatedAt } = action;
  const { attempts, maxAttempts, nextAttemptAt, lastErrorCode, lastErrorMessage, startedAt } = action;
  return {
    ...{ id, kind, documentId, dueAt, params, requestedByUserId, reason, createdAt, updatedAt },
    ...{ attempts, maxAttempts, nextAttemptAt, lastErrorCode, lastErrorMessage, startedAt },
    status: action.shownStatus,
    finishedAt: action.endedAt,
    replayCount: action.replayCount,
    acknowledgement: action.acknowledgement,
  };
};

/** An action that has no job, and perhaps is only what a plan would make. */
export const unstartedView = (action: LifecycleAction): z.input<typeof LifecycleActionView> =>
  actionView({
    ...action,
    shownStatus: action.status === 'started' ? 'pending' : action.status,
    jobId: null,
    attempts: 0,
    maxAttempts: action.status === 'started' ? actionJobs.maxAttempts : 0,
    nextAttemptAt: null,
    lastErrorCode: null,
    lastErrorMessage: null,
    startedAt: null,
    endedAt: action.finishedAt,
    updatedAt: action.finishedAt ?? action.createdAt,
    replayCount: 0,
    acknowledgement: null,
  });
