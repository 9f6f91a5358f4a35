import { type Answer, callApi } from '../api-call.ts';
import { type RoundPerson, type SentDocument, SigningPlace } from '../signing-place.ts';

/** What was counted, and what it must be. */
export type RaceLine = readonly [string, number, number];

/** Documents that are raced for, and calls of strangers that go to each server of the installation in turn. */
export interface RacingRounds {
  readonly races: number;
  /** A document that was sent to so many people, and the place that sent it. */
  sent(
    people: readonly RoundPerson[],
  ): Promise<{ readonly place: SigningPlace; readonly document: SentDocument }>;
  /** A place that has sent few documents yet. */
  place(): Promise<SigningPlace>;
  readonly file: Uint8Array;
  /** Somebody with a link; from one address only so many codes may be asked for in an hour (OTP-2). */
  asHolder<Data>(route: string, body?: object, address?: string): Promise<Answer<Data>>;
  asOwner<Data>(place: SigningPlace, route: string, body?: object): Promise<Answer<Data>>;
}

/** A workspace may mail only so many strangers in a day. */
const documentsOfWorkspace = 40;

export function racingRounds(
  baseUrls: readonly string[],
  { races, file, pages }: { readonly races: number; readonly file: Uint8Array; readonly pages: number },
): RacingRounds {
  let next = 0;
  const server = () => baseUrls[next++ % baseUrls.length] ?? '';
  const call = <Data>(credential: string | null, route: string, body?: object, address?: string) =>
    callApi<Data>(server(), {
      ...{ route, credential, address },
      patienceSeconds: 120,
      ...(route.startsWith('GET ') ? {} : { body: body ?? {} }),
    });
  let present: Promise<SigningPlace> | null = null;
  let sentBy = 0;
  const place = () => {
    if (present === null || sentBy % documentsOfWorkspace === 0)
      present = SigningPlace.open(baseUrls[0] ?? '');
    sentBy += 1;
    return present;
  };
  return {
    races,
    file,
    place,
    async sent(people) {
      const own = await place();
      return { place: own, document: await own.send(file, people, pages) };
    },
    asHolder: (route, body, address) => call(null, route, body, address),
    asOwner: async (own, route, body) => call(await own.token(), route, body),
  };
}

/** Runs this many races, a few of them beside each other, and gives what each has counted. */
export async function raced<One>(
  races: number,
  one: (index: number) => Promise<One>,
  beside = 4,
): Promise<One[]> {
  const outcomes: One[] = [];
  let next = 0;
  const lane = async () => {
    while (next < races) {
      const index = next;
      next += 1;
      outcomes.push(await one(index));
    }
  };
  await Promise.all(Array.from({ length: beside }, lane));
  return outcomes;
}

export const count = <One>(all: readonly One[], is: (one: One) => boolean): number => all.filter(is).length;
/** Success, or the code of the refusal. */
export const outcomeOf = ({ status, code }: Answer): string =>
  status < 300 ? 'done' : (code ?? String(status));
