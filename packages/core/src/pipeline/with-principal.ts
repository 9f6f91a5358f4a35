import { apiKeyRequired, authRequired, noActiveWorkspace } from '../kernel/access.ts';
import type { Failure } from '../kernel/errors.ts';
import type { HandlerContext } from '../kernel/handler-context.ts';
import { type Principal, workspaceOf } from '../kernel/principal.ts';

type OfPrincipal = Pick<HandlerContext, 'user' | 'key' | 'workspaceId'>;

/** Sets plain properties for what the principal is, and refusing getters for what it is not: a getter for each costs a tenth of a small read. */
export function withPrincipal<C extends object>(context: C, principal: Principal): C & OfPrincipal {
  const own = context as C & { -readonly [K in keyof OfPrincipal]: OfPrincipal[K] };
  const refuse = (name: keyof OfPrincipal, failure: () => Failure) =>
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
