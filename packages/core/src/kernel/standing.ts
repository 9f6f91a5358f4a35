import { apiKeyRequired, authRequired, noActiveWorkspace } from './access.ts';
import type { Failure } from './errors.ts';
import type { Principal } from './principal.ts';
import type { HandlerContext } from './use-case.ts';

type Standing = Pick<HandlerContext, 'user' | 'key' | 'workspaceId'>;

/**
 * Puts who calls on a context: plain properties for what the principal is, and a refusal for what it is not. A getter
 * for each at every request cost a tenth of a small read.
 */
export function standing<C extends object>(context: C, principal: Principal): C & Standing {
  const own = context as C & { -readonly [K in keyof Standing]: Standing[K] };
  const refuse = (name: keyof Standing, failure: () => Failure) =>
    Object.defineProperty(context, name, {
      get() {
        throw failure();
      },
    });
  if (principal.kind === 'user') own.user = principal;
  else refuse('user', authRequired);
  if (principal.kind === 'api_key') own.key = principal;
  else refuse('key', apiKeyRequired);
  const workspaceId = workspaceOf(principal);
  if (workspaceId !== null) own.workspaceId = workspaceId;
  else refuse('workspaceId', noActiveWorkspace);
  return own;
}

export const workspaceOf = (principal: Principal): string | null =>
  principal.kind === 'public' ? null : (principal.workspace?.id ?? null);

export const emailVerified = (principal: Principal): boolean =>
  principal.kind === 'user'
    ? principal.emailVerified
    : principal.kind === 'api_key' && principal.actsAsEmailVerified;
