import { reachOf } from '../../kernel/access.ts';
import { Failure, permissionDenied } from '../../kernel/errors.ts';
import { requirePermission } from '../../kernel/thing-permission.ts';
import { documentHoldDuplicate } from '../errors.ts';
import { lifecycleToChange } from '../lifecycles/found-lifecycle.ts';
import { renewalAlreadyOpen } from '../renewals/errors.ts';
import { riskNotOpen } from '../risks/errors.ts';
import type { BulkResult } from './bulk-fields.ts';
import type { BulkStep, StepContext, Wish } from './bulk-steps.ts';

/** Refusals which say that what is wanted is there already, or that there is nothing to do it to. */
const soAlready: readonly string[] = [renewalAlreadyOpen, riskNotOpen, documentHoldDuplicate].map(
  ({ code }) => code,
);

type Outcome = Omit<BulkResult, 'documentId'>;

/** Undoes the transaction of a document that was only tried. */
class Tried extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('This was only tried.');
    this.outcome = outcome;
  }
}

/**
 * Does one step to one document, in a transaction of its own that `transact` opens: a refusal undoes what was begun for this
 * document and nothing else. What is only tried is done and undone, so that it predicts what doing it would answer (LIF-22).
 */
export async function appliedTo(
  documentId: string,
  step: BulkStep,
  wish: Wish,
  dryRun: boolean,
  transact: (work: (context: StepContext) => Promise<Outcome>) => Promise<Outcome>,
): Promise<BulkResult> {
  try {
    const outcome = await transact(async (context) => {
      const applied = await done(documentId, step, wish, context);
      const result: Outcome = { outcome: applied ? 'applied' : 'skipped', code: null, message: null };
      if (dryRun) throw new Tried(result);
      return result;
    });
    return { documentId, ...outcome };
  } catch (error) {
    if (error instanceof Tried) return { documentId, ...error.outcome };
    if (!(error instanceof Failure)) throw error;
    return { documentId, ...refusal(error) };
  }
}

/** The gates of the single call, and then what it does. */
async function done(documentId: string, step: BulkStep, wish: Wish, context: StepContext): Promise<boolean> {
  const { access, may, feature } = step.like;
  const { user, entitlements } = context;
  const found = await lifecycleToChange({ documentId }, context);
  const role = user.membership?.role;
  const reach = role === undefined ? null : reachOf(access, role);
  if (reach === null) throw permissionDenied();
  requirePermission(may, found, { documentId }, { user, reach });
  if (feature !== undefined) entitlements.requireFeature(feature);
  return step.apply(found, wish, context);
}

/** A field that does not suit this document says more than that the request does not. */
function refusal({ code, message, details: [detail] }: Failure): Outcome {
  const said = code === 'request.invalid' && detail !== undefined ? detail : { code, message };
  return {
    outcome: soAlready.includes(said.code) ? 'skipped' : 'failed',
    code: said.code,
    message: said.message,
  };
}
