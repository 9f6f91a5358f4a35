import { type EgressClient, type EgressOutcome, type EgressPolicy, governance } from '@chancery/core';
import { z } from 'zod';
import { answerFormat, answerShape, findingsOf } from './answer-format.ts';
import { questionsFor } from './question.ts';

export interface ChatCompletionsOptions {
  /** The root of the API, without a slash at its end, such as https://llm.example/v1. */
  readonly url: string;
  /** Sent as a bearer token; null for none. */
  readonly key: string | null;
  readonly model: string;
}

const policy: EgressPolicy = {
  resolveMilliseconds: 5000,
  connectMilliseconds: 5000,
  totalMilliseconds: 60_000,
  maxResponseBytes: 4 * 1024 * 1024,
};

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** Worth another attempt: the other side is away, slow or busy. */
const passing: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/**
 * Asks a service that speaks the chat completions of OpenAI, over the one way out. The entries go in as data, the model has
 * no tools, and neither question nor answer is logged. What it answers is checked by whoever asked (GOV-30).
 */
export class ChatCompletionsIntelligence implements governance.IntelligenceProvider {
  readonly isExternal = true;
  readonly #options: ChatCompletionsOptions;
  readonly #egress: EgressClient;

  constructor(options: ChatCompletionsOptions, egress: EgressClient) {
    this.#options = options;
    this.#egress = egress;
  }

  get model(): string {
    return this.#options.model;
  }

  async run(asked: governance.IntelligenceAsked): Promise<readonly governance.ProposedFinding[]> {
    if (asked.versions.length === 0) return [];
    const { url, key, model } = this.#options;
    const { messages, versions } = questionsFor(asked);
    const body = JSON.stringify({
      model,
      temperature: 0,
      messages,
      response_format: answerFormat(asked.kinds),
    });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    };
    const outcome = await this.#egress.post(`${url}/chat/completions`, headers, body, policy);
    return findingsOf(answerOf(outcome), asked.kinds, versions);
  }
}

/** What the model has said; throws if it has said nothing that counts. */
function answerOf(outcome: EgressOutcome) {
  // What went wrong is said without a word of the question or of the answer.
  if (outcome.kind !== 'answer') throw new Error(`The provider did not answer: ${outcome.kind}`);
  const { status, body } = outcome;
  if (status >= 500 || passing.has(status)) throw new Error(`The provider answered ${status}`);
  if (status !== 200) throw new governance.IntelligenceRefused(`The provider answered ${status}`);
  const answer = completion.safeParse(parsed(Buffer.from(body).toString('utf8')));
  const said = answer.success
    ? answerShape.safeParse(parsed(answer.data.choices[0]?.message.content ?? ''))
    : null;
  // At temperature 0 the same question would have the same answer.
  if (said === null || !said.success)
    throw new governance.IntelligenceRefused('The provider answered in another form than it was asked for');
  return said.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
