import type { z } from 'zod';
import { withWalk } from '../kernel/pages.ts';
import type { Principal } from '../kernel/principal.ts';
import { inObjects, WrittenRows } from '../kernel/written-rows.ts';
import type { Call } from './call.ts';
import type { HandlerContexts } from './handler-contexts.ts';
import type { ChanceryPorts } from './ports.ts';
import { projectionOf } from './projection.ts';

/** The fields of a handler's answer that the view names, and nothing else; a cursor among them goes on with this walk alone. */
export function answerOf(
  { settings }: Pick<ChanceryPorts, 'settings'>,
  { name, useCase }: Pick<Call, 'name' | 'useCase'>,
  input: unknown,
  data: unknown,
): unknown {
  const answer = settings.checkAnswers ? checked(useCase.output, data) : projectionOf(useCase.output)(data);
  return Object.hasOwn(useCase.input.shape, 'cursor') ? withWalk(answer, { name, input }) : answer;
}

/** The answer after its declaration was held against it. What a store has written has to be, byte for byte, what is declared. */
function checked(output: z.ZodType, data: unknown): unknown {
  const parsed = output.parse(inObjects(data));
  if (typeof data !== 'object' || data === null) return parsed;
  const answer = parsed as Record<string, unknown>;
  for (const [name, rows] of Object.entries(data)) {
    if (!(rows instanceof WrittenRows)) continue;
    if (JSON.stringify(answer[name]) !== rows.json)
      throw new TypeError(`The store has written ${name} in another form than the one that is declared`);
    answer[name] = rows;
  }
  return answer;
}

/** The answer of a read, made of what its transaction read when that has given its connection back (PLT-21). */
export async function composedAnswer(
  ports: Pick<ChanceryPorts, 'settings'>,
  contexts: HandlerContexts,
  call: Call,
  { principal, input }: { readonly principal: Principal; readonly input: unknown },
  read: unknown,
): Promise<unknown> {
  const { compose } = call.useCase;
  const data =
    compose === undefined ? read : await compose(read, input as never, contexts.preparing(call, principal));
  return answerOf(ports, call, input, data);
}
