import type { UseCase } from '@chancery/core';
import { declaredPermissions, isScopeAccess, permissionsOfRoles } from '@chancery/core/internal';
import type { JsonSchema } from './schema-book.ts';

/** Which credential an operation takes. */
export function securityOf({ access, bearer }: UseCase): Record<string, never[]>[] {
  if (access === 'anyone') return bearer === 'optional' ? [{}, { bearer: [] }] : [];
  return isScopeAccess(access) ? [{ apiKey: [] }, { apiKeyHeader: [] }] : [{ bearer: [] }];
}

/** Who may call, as the pipeline enforces it: a client that knows its user's role and standing can decide by it. */
export function permissionOf(useCase: UseCase): JsonSchema {
  const { access } = useCase;
  const things = declaredPermissions(useCase).map(({ words: _, ...thing }) => thing);
  return {
    ...(typeof access === 'string'
      ? { access }
      : isScopeAccess(access)
        ? { access: 'api_key', scope: access.scope }
        : { access: 'workspace', roles: permissionsOfRoles(useCase) }),
    ...(things.length === 0 ? {} : { things }),
  };
}
