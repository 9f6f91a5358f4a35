import { isScopeAccess, takesFile } from '@chancery/core/internal';
import { codesOfFile } from './operation-file.ts';
import type { Route } from './routes.ts';
import { statusOfKind } from './statuses.ts';

type Code = readonly [status: number, code: string];

/** Statuses and codes of an operation: those that every endpoint of its kind can answer with, and the use case's own. */
export function failuresOf(
  route: Route,
  idempotent: boolean,
  content: unknown,
): Readonly<Record<string, unknown>> {
  const codes = new Map<number, Set<string>>();
  const all: readonly Code[] = [
    ...codesOfRequest(route),
    ...codesOfCaller(route),
    ...(idempotent
      ? ([
          [409, 'idempotency.in_flight'],
          [422, 'idempotency.key_reused'],
        ] as const)
      : []),
    ...codesOfGates(route),
    ...codesOfFile(route),
    ...(route.useCase.errors ?? []).map(({ kind, code }) => [statusOfKind[kind], code] as const),
    [429, 'rate_limited'],
    [503, 'dependency.unavailable'],
  ];
  for (const [status, code] of all) codes.set(status, (codes.get(status) ?? new Set()).add(code));
  return Object.fromEntries(
    [...codes]
      .sort(([a], [b]) => a - b)
      .map(([status, names]) => [status, { description: [...names].join(', '), content }]),
  );
}

const codesOfRequest = ({ useCase, method }: Route): readonly Code[] => [
  [400, 'request.invalid'],
  ...(useCase.kind === 'query' && method === 'GET'
    ? []
    : ([
        ...(takesFile(useCase) ? codesOfIncomingFile : ([[400, 'request.malformed_json']] as const)),
        [413, 'request.too_large'],
        [415, 'request.media_type_not_supported'],
      ] as const)),
];

const codesOfIncomingFile = [
  [400, 'upload.file_missing'],
  [400, 'upload.too_many_files'],
  [400, 'upload.empty'],
  [413, 'upload.too_large'],
] as const;

function codesOfCaller({ useCase: { access, bearer } }: Route): readonly Code[] {
  if (access === 'anyone') return bearer === 'optional' ? [[401, 'auth.token_expired']] : [];
  return [
    [401, 'auth.required'],
    [403, isScopeAccess(access) ? 'scope.missing' : 'permission.denied'],
  ];
}

/** What the gates after the input refuse with, as the use case declares them. */
const codesOfGates = ({ useCase }: Route): readonly Code[] => [
  ...(useCase.feature === undefined ? [] : [[403, 'plan.feature_not_included'] as const]),
  ...(useCase.stepUp === 'factor' ? [[403, 'auth.second_factor_required'] as const] : []),
  ...(useCase.stepUp === true || useCase.stepUpWhen
    ? [[403, 'auth.reauthentication_required'] as const]
    : []),
  ...(useCase.outside ? [[403, 'auth.email_unverified'] as const] : []),
  ...(useCase.version ? [[412, 'version_conflict'] as const] : []),
];
