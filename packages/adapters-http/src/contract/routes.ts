import { contexts, type UseCase } from '@chancery/core';
import { headersOf } from '@chancery/core/internal';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A cookie: its name, and where browsers send it. */
export interface Cookie {
  readonly name: string;
  /** The addresses below which browsers send it. */
  readonly path: string;
  /** Whether it travels by HTTPS alone. */
  readonly isSecure: boolean;
  readonly sameSite: 'Lax' | 'None' | 'Strict';
}

/** What an endpoint has on the wire beside its line. */
export interface Wire {
  /** Input fields that travel in cookies of the request: `{ flowCookie: '__Host-chancery_flow' }`. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** A field of the answer that is set as a cookie and left out of the body; null sets none. */
  readonly setsCookie?: Cookie & {
    readonly field: string;
    /** How many seconds it is kept, or the field of the answer that says until when. */
    readonly kept: number | { readonly until: string };
  };
  /** A cookie that browsers drop once the request has succeeded. */
  readonly dropsCookie?: Cookie;
  /** Only pages of this origin may ask; by default programs and the pages that PLT-15 names may. */
  readonly onlyFrom?: string;
  /** What a browser gets instead of JSON. */
  readonly page?: {
    /** Whether a request without `Accept` gets the page, or JSON. */
    readonly byDefault: boolean;
    /** Null if this answer is JSON for everybody. */
    readonly bodyOf: (data: never) => string | null;
  };
  /** A query parameter that asks for a part of the answer as a file instead of JSON. */
  readonly saved?: {
    readonly by: string;
    /** Its bytes as text, and how it is saved. */
    readonly fileOf: (data: never) => { readonly fileName: string; readonly content: string };
  };
  /** Only browsers come here, sent by another site: it is in OpenAPI, and neither in the SDK nor in the CLI. */
  readonly forBrowsers?: boolean;
  /** Headers of the answer, by name. */
  readonly answers?: Readonly<
    Record<string, { readonly description: string; readonly valueOf: (data: never) => string }>
  >;
  /** Headers of every refusal. */
  readonly refusals?: Readonly<Record<string, string>>;
}

/** One endpoint: a use case, and where on the wire it stands. */
export interface Route {
  readonly context: string;
  /** The name of the use case, the same in OpenAPI, SDK and CLI. */
  readonly name: string;
  readonly method: Method;
  /** `/api/v1/projects/{projectId}` */
  readonly path: string;
  readonly status: 200 | 201;
  readonly useCase: UseCase;
  readonly pathFields: readonly string[];
  readonly wire: Wire;
}

type Line = `${Method} /${string} ${200 | 201}`;
type UseCaseNames<C> = { [K in keyof C]: C[K] extends UseCase ? K : never }[keyof C] & string;
type PathFields<L> = L extends `${string}{${infer Field}}${infer Rest}` ? Field | PathFields<Rest> : never;
type InputFields<U> = U extends UseCase<infer I> ? keyof z.input<I> : never;
/** A line stands only if each of its path fields is a field of the use case's input. */
type Checked<C, T> = {
  [K in keyof T]: K extends keyof C ? ([PathFields<T[K]>] extends [InputFields<C[K]>] ? T[K] : never) : never;
};

/** The table of a context: every use case, one line each. What is missing or does not fit does not compile. */
export function routes<C extends object, const T extends { readonly [K in UseCaseNames<C>]: Line }>(
  context: C,
  table: T & Checked<C, T>,
  wires: { readonly [K in keyof T]?: Wire } = {},
): readonly Route[] {
  const [name] = Object.entries(contexts).find(([, known]) => known === context) ?? [];
  if (name === undefined) throw new TypeError('routes() takes a context of the core');
  return Object.entries<string>(table).map(([useCaseName, line]) => {
    const [method = '', path = '', status = ''] = line.split(' ');
    // The types above hold the form of each line and the kind of each export.
    const useCase = (context as unknown as Record<string, UseCase>)[useCaseName];
    if (useCase === undefined) throw new TypeError(`${name} has no ${useCaseName}`);
    return {
      context: name,
      name: useCaseName,
      method: method as Method,
      path,
      status: Number(status) as 200 | 201,
      useCase,
      pathFields: [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? ''),
      wire: wires[useCaseName as keyof T] ?? {},
    };
  });
}

/** Every POST takes an idempotency key, and so does what ends the caller's own session: a repeat of it could not be authenticated. */
export const takesIdempotencyKey = ({ method, useCase }: Pick<Route, 'method' | 'useCase'>): boolean =>
  (method === 'POST' || useCase.endsSession === true) && useCase.idempotent !== false;

/** The headers that carry secrets, in lower case: no log may hold their values (PLT-10, PLT-24). */
export const secretHeadersOf = (all: readonly Pick<Route, 'useCase'>[]): readonly string[] => [
  ...new Set(
    all.flatMap(({ useCase }) =>
      [...headersOf(useCase.input).values()]
        .filter(({ secret }) => secret)
        .map(({ name }) => name.toLowerCase()),
    ),
  ),
];
