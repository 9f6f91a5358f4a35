import { z } from 'zod';

/**
 * The rows of a list as the JSON array that their store wrote, by the declaration of their view. An answer takes the text
 * in as it is, so that on their way from the database to the caller no row becomes an object.
 */
export class WrittenRows<T = unknown> {
  /** The declaration whose fields were written. Rows of another one do not pass into an answer as they are. */
  readonly view: View;
  readonly json: string;
  readonly count: number;
  /** The last row if there are more behind it, else null. */
  readonly last: T | null;

  constructor({ view, json, count, last }: Omit<WrittenRows<T>, 'toJSON'>) {
    this.view = view;
    this.json = json;
    this.count = count;
    this.last = last;
  }

  /** The rows themselves, for whoever reads them and for whoever writes JSON without knowing of this class. */
  toJSON(): T[] {
    return JSON.parse(this.json);
  }
}

/** What a query answers with: a list of it may be written already. */
export type MaybeWritten<A> = {
  [K in keyof A]: A[K] extends readonly (infer T)[] ? A[K] | WrittenRows<T> : A[K];
};

const isWritten = (value: unknown): value is WrittenRows => value instanceof WrittenRows;

const hasWritten = (answer: unknown): answer is Readonly<Record<string, unknown>> =>
  typeof answer === 'object' && answer !== null && Object.values(answer).some(isWritten);

/** The answer with the rows of its written lists as objects. */
export function inObjects(answer: unknown): unknown {
  if (!hasWritten(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, isWritten(value) ? value.toJSON() : value]),
  );
}

/** What `JSON.stringify` makes of the answer, with its written lists pasted in. */
export function jsonOf(answer: unknown): string {
  if (!hasWritten(answer)) return JSON.stringify(answer);
  const fields = Object.entries(answer)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${JSON.stringify(name)}:${isWritten(value) ? value.json : JSON.stringify(value)}`,
    );
  return `{${fields.join(',')}}`;
}

/** What a list declares of its rows. */
export type View = z.ZodObject;
export type RowOf<V extends View> = z.input<V>;

/** How the field of a view is written: an instant in the one form that instants have here, any other as JSON has it. */
type WrittenField = 'instant' | 'plain';

/** The part of a JSON schema that is read here. */
interface Form {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly anyOf?: readonly Form[];
}

/**
 * The fields of a view in their order, for a store that writes its rows. Fields with fields of their own are refused,
 * because only the outer ones would be held to the declaration; lists of values and fractions, because each writes them in
 * a form of its own; and fields that may be missing, because a column never is.
 */
export function writtenFieldsOf(view: View): ReadonlyMap<string, WrittenField> {
  // The view itself has a name, under which its schema would stand somewhere else.
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(view.shape), { io: 'output' });
  return new Map(
    // Each is an object: `true` and `false` stand for what a view does not declare.
    Object.entries(properties as Readonly<Record<string, Form>>).map(([name, form]) => {
      if (!required.includes(name) || !isWritable(form))
        throw new TypeError(`A store cannot write the field ${name} as it is declared`);
      return [name, isInstant(form) ? 'instant' : 'plain'];
    }),
  );
}

const writable: ReadonlySet<string> = new Set(['string', 'integer', 'boolean', 'null']);

const isWritable = ({ anyOf, type = 'object' }: Form): boolean =>
  anyOf?.every(isWritable) ?? [type].flat().every((one) => writable.has(one));

const isInstant = ({ format, anyOf = [] }: Form): boolean => format === 'date-time' || anyOf.some(isInstant);
