import type { FileAnswer } from '@chancery/core/internal';

/** The answer once its first byte was sent, as a server sends it: from there on the file counts as delivered. */
export async function delivered<F extends FileAnswer>(answering: Promise<F>, fromStart = true): Promise<F> {
  const answer = await answering;
  await answer.delivering?.({ fromStart });
  return answer;
}
