import type { UseCase } from '../kernel/declaration.ts';
import type { ChanceryPorts } from './ports.ts';
import { projectionOf } from './projection.ts';

/** The fields of a handler's answer that the view names, and nothing else. */
export const answerOf = (
  { settings }: Pick<ChanceryPorts, 'settings'>,
  useCase: UseCase,
  data: unknown,
): unknown => (settings.checkAnswers ? useCase.output.parse(data) : projectionOf(useCase.output)(data));
