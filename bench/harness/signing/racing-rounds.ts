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
  asHolder<Data>(route: string, body?: object): Promise<Answer<Data>>;
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
  const call = <Data>(credential: string | null, route: string, body?: object) =>
    callApi<Data>(server(), {
      route,
      credential,
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
    asHolder: (route, body) => call(null, route, body),
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
