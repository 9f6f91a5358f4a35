import { Failure } from '../kernel/errors.ts';
import { workspaceOf } from '../kernel/principal.ts';
import { actorOf } from './actor.ts';
import type { Admission } from './admission.ts';
import type { Call } from './call.ts';
import type { HandlerContexts } from './handler-contexts.ts';
import type { ChanceryPorts } from './ports.ts';

/**
 * Refusals of a use case that declares what they are about stand in the ledger, in a transaction of their own after the
 * one that was refused (REC-95). The caller gets the refusal whether or not it could be recorded.
 */
export async function recordingDenials<T>(
  { log }: Pick<ChanceryPorts, 'log'>,
  contexts: HandlerContexts,
  passing: Promise<T>,
  call: Call,
  admission: Admission,
): Promise<T> {
  try {
    return await passing;
  } catch (error) {
    if (isDenial(error) && admission.known !== null)
      await record(contexts, call, admission.known, error).catch((cause: unknown) =>
        log.error({ endpoint: call.name, cause }, 'a denial could not be recorded'),
      );
    throw error;
  }
}

/** 401, 400, 412, 429 and 503 are no denials; a refusal that is replayed was recorded the first time. */
const isDenial = (error: unknown): error is Failure =>
  error instanceof Failure &&
  (error.kind === 'forbidden' || error.kind === 'not_found') &&
  !('replayed' in error);

async function record(
  contexts: HandlerContexts,
  call: Call,
  { principal, input }: NonNullable<Admission['known']>,
  refusal: Failure,
): Promise<void> {
  const { denial } = call.useCase;
  // Outside of any workspace there is nothing that could be denied.
  if (denial === undefined || workspaceOf(principal) === null) return;
  await contexts.transact(principal, call, async (context, { denials }) => {
    const data = await denial.about(input as never, context, refusal);
    if (data === null) return;
    const target = denial.event.ledger?.target(denial.event.data.parse(data));
    if (target !== undefined && (await denials.isFirst({ actor: actorOf(principal), target }, call.now)))
      context.emit(denial.event, data);
  });
}
