import { type EgressOutcome, governance } from '@chancery/core';
import { intelligenceProviderContract, readVersion } from '@chancery/core/testing';
import { expect } from 'chai';
import { openReceiver, type ReceivedRequest } from '../webhooks/testing/receiver.ts';
import { UndiciEgressClient } from '../webhooks/undici-egress-client.ts';
import { ChatCompletionsIntelligence } from './chat-completions-intelligence.ts';

const options = { url: 'https://receiver.test/v1', key: 'sk-test', model: 'a-model' };

/** What a model would say of the entry: one finding of each kind that the schema lets it give. */
function sensible({ body }: ReceivedRequest): object {
  const asked = JSON.parse(body);
  const { items } = asked.response_format.json_schema.schema.properties.findings;
  const kinds = (items.anyOf ?? [items]).map(
    (each: { properties: { kind: { const: string } } }) => each.properties.kind.const,
  );
  const cites = (exact: string) => [{ entry: 'entry_1', exact }];
  const all = [
    { kind: 'summary', text: 'She is well.', confidence: 0.8, citations: cites('She is well.') },
    {
      ...{ kind: 'timeline', text: 'She moved.', date: '2026-03-03', precision: 'day' },
      ...{ confidence: 0.9, citations: cites('3 March 2026 👋') },
    },
    {
      ...{ kind: 'follow_up_candidates', text: 'Call the school.', title: 'Call the school' },
      ...{
        dueOn: '2026-05-12',
        priority: 'medium',
        confidence: 0.7,
        citations: cites('We will call the school'),
      },
    },
  ];
  return { findings: all.filter(({ kind }) => kinds.includes(kind)) };
}

async function providing(
  answer: (request: ReceivedRequest) => { status?: number; said?: unknown; raw?: string },
) {
  const receiver = await openReceiver((request, response) => {
    const { status = 200, said, raw } = answer(request);
    const content = typeof said === 'string' ? said : JSON.stringify(said ?? {});
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(raw ?? JSON.stringify({ choices: [{ message: { content } }] }));
  });
  const egress = new UndiciEgressClient({
    allowedRanges: ['127.0.0.0/8'],
    certificateAuthorities: receiver.certificate,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  const url = `${receiver.url}/v1`;
  return {
    receiver,
    provider: new ChatCompletionsIntelligence({ ...options, url }, egress),
    close: async () => {
      await egress.close();
      await receiver.close();
    },
  };
}

intelligenceProviderContract('chat completions', () => providing((request) => ({ said: sensible(request) })));

describe('a provider that speaks chat completions', () => {
  const asked: governance.IntelligenceAsked = {
    kinds: ['summary'],
    language: 'en',
    versions: [readVersion('She is well. She is well.', { birthDate: '2001-03-04' })],
    openFollowUps: ['Call the clinic'],
  };
  const failing = async (answer: Parameters<typeof providing>[0]) => {
    const { provider, close } = await providing(answer);
    const error: unknown = await provider.run(asked).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    await close();
    return error;
  };

  it('is asked once, at temperature 0, for JSON of one schema, with the key and without a tool or an id of ours', async () => {
    const { provider, receiver, close } = await providing((request) => ({ said: sensible(request) }));
    await provider.run(asked);
    await close();

    const [request, ...others] = receiver.received;
    expect(others).to.deep.equal([]);
    expect([request?.path, request?.headers['authorization']]).to.deep.equal([
      '/v1/chat/completions',
      'Bearer sk-test',
    ]);
    const body = JSON.parse(request?.body ?? '');
    expect([body.model, body.temperature, body.response_format.type, body.tools]).to.deep.equal([
      'a-model',
      0,
      'json_schema',
      undefined,
    ]);
    const data = JSON.parse(body.messages[1].content);
    expect(data).to.deep.equal({
      entries: [{ entry: 'entry_1', occurredOn: '2026-05-04T12:00', text: asked.versions[0]?.text }],
    });
    for (const hidden of ['2001', 'Call the clinic', '01900000'])
      expect(request?.body).not.to.include(hidden);
  });

  it('GOV-30: loses a finding whose quotation stands nowhere, and that one alone', async () => {
    const said = {
      findings: [
        {
          kind: 'summary',
          text: 'Well.',
          confidence: 0.5,
          citations: [{ entry: 'entry_1', exact: 'She is well.' }],
        },
        {
          kind: 'summary',
          text: 'Ill.',
          confidence: 0.5,
          citations: [{ entry: 'entry_1', exact: 'She is ill.' }],
        },
        {
          kind: 'summary',
          text: 'Else.',
          confidence: 0.5,
          citations: [{ entry: 'entry_7', exact: 'She is well.' }],
        },
      ],
    };
    const { provider, close } = await providing(() => ({ said }));
    const proposed = await provider.run(asked);
    await close();

    const { findings, dropped } = governance.checkedFindings(proposed, asked);
    expect([findings.map(({ text }) => text), dropped]).to.deep.equal([['Well.'], 2]);
  });

  it('is worth another attempt while it is away or busy, and none after an answer that counts for nothing', async () => {
    for (const status of [429, 500, 503])
      expect(await failing(() => ({ status })))
        .to.be.an('error')
        .and.not.instanceOf(governance.IntelligenceRefused);
    for (const answer of [
      { status: 400 },
      { status: 401 },
      { said: 'I cannot help with that.' },
      { said: { findings: [{ kind: 'summary' }] } },
      { raw: 'not json' },
      { raw: '{"choices":[]}' },
    ])
      expect(await failing(() => answer)).to.be.instanceOf(governance.IntelligenceRefused);
  });

  it('says of a failure neither the question nor the answer', async () => {
    const error = await failing(() => ({ said: 'Ann Smith is well.' }));
    expect(String(error)).not.to.match(/Ann|well/);
  });

  it('is given up after a minute, with a bound for its answer', async () => {
    const posts: unknown[] = [];
    const egress = {
      allows: async () => true,
      async post(...call: unknown[]): Promise<EgressOutcome> {
        posts.push(call[3]);
        return { kind: 'timeout', milliseconds: 60_000 };
      },
    };
    const error: unknown = await new ChatCompletionsIntelligence(options, egress)
      .run(asked)
      .catch((thrown) => thrown);
    expect(error).to.be.an('error').with.property('message', 'The provider did not answer: timeout');
    expect(posts).to.deep.equal([
      {
        resolveMilliseconds: 5000,
        connectMilliseconds: 5000,
        totalMilliseconds: 60_000,
        maxResponseBytes: 4_194_304,
      },
    ]);
  });
});
