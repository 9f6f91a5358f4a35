import { withWalk } from '../kernel/pages.ts';
import type { Call } from './call.ts';
import type { ChanceryPorts } from './ports.ts';
import { projectionOf } from './projection.ts';

/** The fields of a handler's answer that the view names, and nothing else; a cursor among them goes on with this walk alone. */
export function answerOf(
  { settings }: Pick<ChanceryPorts, 'settings'>,
  { name, useCase }: Pick<Call, 'name' | 'useCase'>,
  input: unknown,
  data: unknown,
): unknown {
  const answer = settings.checkAnswers ? useCase.output.parse(data) : projectionOf(useCase.output)(data);
  return Object.hasOwn(useCase.input.shape, 'cursor') ? withWalk(answer, { name, input }) : answer;
}
