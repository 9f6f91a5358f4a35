import { apiKeyRequired, authRequired, noActiveWorkspace } from '../kernel/access.ts';
import type { Failure } from '../kernel/errors.ts';
import type { HandlerContext } from '../kernel/handler-context.ts';
import { type Principal, workspaceOf } from '../kernel/principal.ts';

export type OfPrincipal = Pick<HandlerContext, 'user' | 'key' | 'workspaceId'>;

const refusing = (failure: () => Failure): PropertyDescriptor => ({
  get() {
    throw failure();
  },
});

/**
 * One getter for all contexts. A getter of each call's own would give each context a shape of its own, which the engine
 * remembers beyond the call together with all that the call held.
 */
const refusals: Readonly<Record<keyof OfPrincipal, PropertyDescriptor>> = {
  user: refusing(authRequired),
  key: refusing(apiKeyRequired),
  workspaceId: refusing(noActiveWorkspace),
};

/** Sets plain properties for what the principal is, and refusing getters for what it is not: a getter for each costs a tenth of a small read. */
export function withPrincipal<C extends object>(context: C, principal: Principal): C & OfPrincipal {
  const own = context as C & { -readonly [K in keyof OfPrincipal]: OfPrincipal[K] };
  const refuse = (name: keyof OfPrincipal) => Object.defineProperty(context, name, refusals[name]);
  if (principal.kind === 'user') own.user = principal;
  else refuse('user');
  if (principal.kind === 'api_key') own.key = principal;
  else refuse('key');
  const workspaceId = workspaceOf(principal);
  if (workspaceId !== null) own.workspaceId = workspaceId;
  else refuse('workspaceId');
  return own;
}
