import { randomUUID } from 'node:crypto';
import type { RoundPerson } from '../signing-place.ts';
import { count, outcomeOf, type RaceLine, type RacingRounds, raced } from './racing-rounds.ts';

const path = '/api/v1/document-signing';
const person = (key: string, over: Partial<RoundPerson> = {}): RoundPerson => ({
  key,
  name: key === 'one' ? 'Ada Lovelace' : 'Grace Hopper',
  email: `${key}@example.com`,
  ...over,
});
const [one, two] = [person('one'), person('two')];

/** Two who sign last, at the same moment: both have signed, and the round is completed by one of them. */
export async function raceForLastSignature(rounds: RacingRounds): Promise<readonly RaceLine[]> {
  const outcomes = await raced(rounds.races, async () => {
    const { place, document } = await rounds.sent([one, two]);
    const bodies = await Promise.all(document.tokens.map((token) => place.completion(token, 'typed')));
    return Promise.all(
      document.tokens.map((token, at) =>
        rounds.asHolder<{ readonly remaining: number }>(`POST ${path}/${token}/complete`, bodies[at]),
      ),
    );
  });
  const good = (answers: (typeof outcomes)[number]) =>
    answers.every((answer) => outcomeOf(answer) === 'done') &&
    answers
      .map(({ data }) => data?.remaining)
      .toSorted()
      .join() === '0,1';
  return [['two last signers: both done, one of them the last', count(outcomes, good), rounds.races]];
}

/** A decline and the last completion, at the same moment: one happens, and the other finds the link gone. */
export async function raceOfDeclines(rounds: RacingRounds): Promise<readonly RaceLine[]> {
  const outcomes = await raced(rounds.races, async (index) => {
    const { place, document } = await rounds.sent([one, two]);
    const [first = '', last = ''] = document.tokens;
    await place.complete(first, await place.completion(first, 'typed'));
    const completion = await place.completion(last, 'typed');
    const acts = [
      () => rounds.asHolder(`POST ${path}/${last}/complete`, completion),
      () => rounds.asHolder(`POST ${path}/${last}/decline`, { reason: 'No' }),
    ];
    const answers = await Promise.all((index % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
    return answers.map(outcomeOf).toSorted().join();
  });
  return [
    [
      'decline against completion: one done, one link gone',
      count(outcomes, (each) => each === 'done,link.gone'),
      rounds.races,
    ],
  ];
}

/** Twenty who send one document at the same moment. */
export async function raceOfSends(rounds: RacingRounds): Promise<readonly RaceLine[]> {
  const outcomes = await raced(
    rounds.races,
    async () => {
      const place = await rounds.place();
      const { id, body } = await place.prepared(rounds.file, [one]);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => rounds.asOwner(place, `POST /api/v1/documents/${id}/send`, body)),
      );
      return answers.map(outcomeOf);
    },
    2,
  );
  const all = outcomes.flat();
  return [
    ['twenty sends: done', count(all, (each) => each === 'done'), rounds.races],
    [
      'twenty sends: refused as document.invalid_state',
      count(all, (each) => each === 'document.invalid_state'),
      rounds.races * 19,
    ],
  ];
}

/** A link that its owner replaces while its holder completes: either that was in time, or the link is gone. */
export async function raceOfLinks(rounds: RacingRounds): Promise<readonly RaceLine[]> {
  const outcomes = await raced(rounds.races, async (index) => {
    const { place, document } = await rounds.sent([one, two]);
    const [token = ''] = document.tokens;
    const completion = await place.completion(token, 'typed');
    const { signers } = await place.owner<{ readonly signers: readonly { readonly id: string }[] }>(
      `GET /api/v1/documents/${document.id}`,
    );
    const acts = [
      () => rounds.asHolder(`POST ${path}/${token}/complete`, completion),
      () => rounds.asOwner(place, `POST /api/v1/documents/${document.id}/signers/${signers[0]?.id}/link`),
    ];
    const answers = await Promise.all((index % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
    return answers.map(outcomeOf).toSorted().join();
  });
  const allowed = ['done,signer.not_pending', 'done,link.gone'];
  return [
    [
      'superseded link during completion: one of the two',
      count(outcomes, (each) => allowed.includes(each)),
      rounds.races,
    ],
  ];
}

/** A hundred guesses of one code at the same moment. */
export async function raceOfGuesses(
  rounds: RacingRounds,
  codeFor: (address: string) => Promise<string>,
): Promise<readonly RaceLine[]> {
  const outcomes = await raced(
    rounds.races,
    async (index) => {
      const email = `${randomUUID()}@example.com`;
      const { document } = await rounds.sent([person('one', { email, verification: 'email' })]);
      const [token = ''] = document.tokens;
      const address = `127.18.${Math.floor(index / 250)}.${(index % 250) + 1}`;
      const asked = await rounds.asHolder(`POST ${path}/${token}/otp/send`, {}, address);
      if (outcomeOf(asked) !== 'done') throw new Error(`No code was sent: ${asked.text}`);
      const code = Number(await codeFor(email));
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, guess) => {
          const wrong = String((code + 1 + guess) % 1_000_000).padStart(6, '0');
          return rounds.asHolder(`POST ${path}/${token}/otp/verify`, { code: wrong }, address);
        }),
      );
      return answers.map(outcomeOf);
    },
    2,
  );
  const examined = outcomes.map((answers) => count(answers, (each) => each === 'otp.incorrect'));
  return [
    ['a hundred guesses: examined, at most', Math.max(...examined), 5],
    [
      'a hundred guesses: races with another refusal than of a burned code',
      count(outcomes, (answers) =>
        answers.some((each) => !['otp.incorrect', 'otp.no_active_code'].includes(each)),
      ),
      0,
    ],
  ];
}
