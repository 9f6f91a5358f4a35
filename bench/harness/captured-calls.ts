import type { MeetingPlace } from './meeting-place.ts';
import { lookInto, type Statement } from './statements.ts';
import type { Asked } from './timed-request.ts';

/** What a bare server sends to the database for one call, and what is another in each call of it. */
export interface CapturedCall {
  readonly statements: readonly { readonly text: string; readonly values: readonly CapturedValue[] }[];
  /** Ids that this call made. */
  readonly ids: readonly string[];
  /** Numbers for people that it gave, such as S-000017. */
  readonly numbers: readonly string[];
}
export type CapturedValue =
  | string
  | number
  | boolean
  | null
  | { readonly hex: string }
  | { readonly json: unknown };

const idForm = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const numberForm = /\b(?:S-\d{6,}|C-\d{4}-\d{6,})\b/g;

/** Makes the call three times in this process: what differs between the last two is what each call has of its own. */
export async function capturedCall(place: MeetingPlace, asked: Asked): Promise<CapturedCall> {
  const looked = await lookInto(place);
  try {
    await looked.place.ask(asked);
    const seen: string[] = [];
    let last: readonly Statement[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      ({ statements: last } = await looked.during(() => looked.place.ask(asked)));
      seen.push(textOf(last));
    }
    const [before = '', now = ''] = seen;
    const own = (form: RegExp) =>
      [...new Set(now.match(form) ?? [])].filter((each) => !before.includes(each));
    return {
      ids: own(idForm),
      numbers: own(numberForm),
      statements: last.map(({ text, values }) => ({ text, values: values.map(captured) })),
    };
  } finally {
    await looked.close();
  }
}

/** All values as one text, that of payloads as what their bytes say. */
const textOf = (statements: readonly Statement[]): string =>
  statements
    .flatMap(({ values }) => values)
    .map((value) => {
      if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return (text ?? '').replaceAll(/\\+x([0-9a-f]+)/g, (_, hex: string) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
    })
    .join('\n');

function captured(value: unknown): CapturedValue {
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  if (value instanceof Date) return value.toISOString();
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? { json: value } : (value as string | number | boolean);
}
