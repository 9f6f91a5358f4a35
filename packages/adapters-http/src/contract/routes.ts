import { contexts, type UseCase } from '@chancery/core';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** One endpoint: a use case, and where on the wire it stands. */
export interface Route {
  readonly context: string;
  /** The use case's name, everywhere. */
  readonly name: string;
  readonly method: Method;
  /** `/api/v1/projects/{projectId}` */
  readonly path: string;
  readonly status: 200 | 201;
  readonly useCase: UseCase;
  readonly pathFields: readonly string[];
}

type Line = `${Method} /${string} ${200 | 201}`;
type UseCaseNames<C> = { [K in keyof C]: C[K] extends UseCase ? K : never }[keyof C] & string;
type PathFields<L> = L extends `${string}{${infer Field}}${infer Rest}` ? Field | PathFields<Rest> : never;
type InputFields<U> = U extends UseCase<infer I> ? keyof z.input<I> : never;
/** A line stands only where each of its path fields is a field of the use case's input. */
type Checked<C, T> = {
  [K in keyof T]: K extends keyof C ? ([PathFields<T[K]>] extends [InputFields<C[K]>] ? T[K] : never) : never;
};

/** The table of a context: every use case, one line each. What is missing or does not fit does not compile. */
export function routes<C extends object, const T extends { readonly [K in UseCaseNames<C>]: Line }>(
  context: C,
  table: T & Checked<C, T>,
): readonly Route[] {
  const [name] = Object.entries(contexts).find(([, door]) => door === context) ?? [];
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
    };
  });
}
