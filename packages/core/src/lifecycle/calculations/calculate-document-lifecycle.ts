import { z } from 'zod';
import { documentInvalidState, documentNotFound } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { id, instant, version } from '../../kernel/shapes.ts';
import { evaluated } from '../dates/evaluation.ts';
import { plannedNotices } from '../dates/notices.ts';
import { precedenceOf } from '../dates/precedence.ts';
import { statusOn } from '../dates/status.ts';
import { policyNotFound } from '../errors.ts';
import { lifecycleCalculated } from '../events.ts';
import { requireOrder } from '../lifecycles/checked-lifecycle.ts';
import { decidingPolicy, evaluateDocuments, placeOf } from '../lifecycles/evaluate-documents.ts';
import { lifecycleToChange } from '../lifecycles/found-lifecycle.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { datedDocument, type EvaluatedDocument } from '../lifecycles/lifecycle.ts';
import { aboutLifecycle } from '../lifecycles/lifecycle-facts.ts';
import { onLifecycle } from '../lifecycles/lifecycle-permissions.ts';
import { LifecycleView, lifecycleView } from '../lifecycles/views.ts';
import type { ExpirationPolicy } from '../policies/expiration-policy.ts';
import { documentDate } from '../policies/policy-fields.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import { type Calculation, mostCalculations } from './calculation.ts';
import { CalculationView, calculationView } from './views.ts';

export const calculateDocumentLifecycle = command({
  summary: 'Calculate the dates of a document',
  description:
    'Says how the date comes about, and when notices would be sent. Other dates and another policy can be tried: what is tried changes nothing. A calculation that is kept can be named when the date is confirmed.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  input: z.strictObject({
    documentId: documentId(),
    policyId: id().optional().describe('A policy to try instead of the one that applies.'),
    issuedOn: documentDate().optional().describe('A date to try.'),
    effectiveOn: documentDate().optional().describe('A date to try.'),
    statedExpiresOn: documentDate().optional().describe('A date to try.'),
    asOf: instant().optional().describe('The time for which status and notices are wanted; by default now.'),
    persist: z.boolean().default(true).describe('Whether the calculation is kept.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ calculation: CalculationView, lifecycle: LifecycleView }),
  errors: [documentNotFound, documentInvalidState, policyNotFound],

  find: lifecycleToChange,
  may: onLifecycle('configure'),
  version: ({ lifecycle }) => lifecycle.version,

  async run({ documentId: wanted, expectedVersion: _, persist, ...tried }, context) {
    const { found, lifecycles, calculations, now, emit } = context;
    if (found.document.status !== 'active') throw documentInvalidState();
    const calculation = await calculated(wanted, tried, context);
    if (!persist)
      return {
        calculation: calculationView(calculation, false),
        lifecycle: await lifecycleView(found, context),
      };
    await calculations.add(calculation, mostCalculations);
    await evaluateDocuments([wanted], context);
    const lifecycle = await lifecycles.read(wanted, now);
    const { policyId, expiresOn } = calculation;
    emit(lifecycleCalculated, {
      ...aboutLifecycle({ ...found, lifecycle }),
      calculationId: calculation.id,
      policyId,
      expiresOn,
    });
    return {
      calculation: calculationView(calculation, true),
      lifecycle: await lifecycleView({ ...found, lifecycle }, context),
    };
  },
});

interface Tried {
  readonly policyId?: string | undefined;
  readonly issuedOn?: string | undefined;
  readonly effectiveOn?: string | undefined;
  readonly statedExpiresOn?: string | undefined;
  readonly asOf?: string | undefined;
}
type Context = LifecyclePorts & HandlerContext & { newId(): string };

async function calculated(
  wanted: string,
  { policyId, asOf: time, ...dates }: Tried,
  context: Context,
): Promise<Calculation> {
  const { lifecycles, workspaceIdentity, timeZones, now, newId } = context;
  const asOf = time ?? now;
  const [facts] = await lifecycles.toEvaluate([wanted]);
  if (facts === undefined) throw documentNotFound();
  const document = withTried(facts, dates);
  const { policy, came } = await policyFor(document, policyId, context);
  const deciding = policy && decidingPolicy(policy);
  const { defaultTimeZone } = await workspaceIdentity.profile();
  const result = evaluated(datedDocument(document), deciding, defaultTimeZone, timeZones);
  const { expiresOn, graceEndsOn, inputs, trace, facts: standing } = result;
  return {
    id: newId(),
    documentId: wanted,
    policyId: policy?.id ?? null,
    policyRevision: policy?.revision ?? null,
    basis: policy?.basis ?? null,
    inputs,
    expiresOn,
    graceEndsOn,
    status: statusOn(standing, asOf, timeZones),
    notices: deciding === null ? [] : plannedNotices(expiresOn, deciding, standing.timeZone, asOf, timeZones),
    trace: [`policy:${came}`, ...trace],
    asOf,
  };
}

/** The document as if these dates had been said of it. A date that is tried is not held back by one that was confirmed. */
function withTried(
  document: EvaluatedDocument,
  dates: Pick<Tried, 'issuedOn' | 'effectiveOn' | 'statedExpiresOn'>,
): EvaluatedDocument {
  const named = Object.fromEntries(Object.entries(dates).filter(([, date]) => date !== undefined));
  const isDated = dates.statedExpiresOn !== undefined;
  const lifecycle = {
    ...document.lifecycle,
    ...named,
    ...(isDated ? { confirmedExpiresOn: null, noExpiration: false } : {}),
  };
  if (Object.keys(named).length > 0) requireOrder(lifecycle);
  return { ...document, lifecycle };
}

/** The policy to calculate by, and how it came to be that one. */
async function policyFor(
  document: EvaluatedDocument,
  policyId: string | undefined,
  { policyAssignments, expirationPolicies }: LifecyclePorts,
): Promise<{ readonly policy: ExpirationPolicy | null; readonly came: string }> {
  if (policyId !== undefined) return { policy: await expirationPolicies.get(policyId), came: 'tried' };
  const place = placeOf(document);
  const { winner } = precedenceOf(place, await policyAssignments.standingOn([place]));
  if (winner === null) return { policy: null, came: 'none' };
  return { policy: await expirationPolicies.get(winner.policyId), came: winner.scope };
}
