import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { expect } from 'chai';
import { type Installation, openInstallation } from './stories/testing/installation.ts';

interface Recorded {
  readonly name: string;
  readonly attributes: Attributes;
  readonly traceId: string;
  failed: boolean;
  ended: boolean;
}

/** What an operator's set-up gives to the API of OpenTelemetry, as small as it can be: it keeps the spans. */
function setUp() {
  const spans: Recorded[] = [];
  const storage = new AsyncLocalStorage<Context>();
  const contexts: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    // The types of the API say less than what it hands over.
    with: (active, run, self, ...args) => storage.run(active, () => Reflect.apply(run, self, args)),
    bind: (_, target) => target,
    enable: () => contexts,
    disable: () => contexts,
  };
  const propagator: TextMapPropagator = {
    inject: () => undefined,
    fields: () => ['traceparent'],
    extract(of, carrier, getter) {
      const [, traceId = '', spanId = ''] = String(getter.get(carrier, 'traceparent') ?? '').split('-');
      return traceId === ''
        ? of
        : trace.setSpanContext(of, { traceId, spanId, traceFlags: 1, isRemote: true });
    },
  };
  const begin = (name: string, { attributes = {} }: SpanOptions, parent: Context): Span => {
    const traceId = trace.getSpanContext(parent)?.traceId ?? `own-${spans.length}`;
    const kept: Recorded = { name, attributes: { ...attributes }, traceId, failed: false, ended: false };
    spans.push(kept);
    const span = {
      spanContext: () => ({ traceId, spanId: String(spans.length), traceFlags: 1 }),
      setAttribute(key: string, value: string) {
        kept.attributes[key] = value;
        return span;
      },
      setStatus({ code }: { code: SpanStatusCode }) {
        kept.failed = code === SpanStatusCode.ERROR;
        return span;
      },
      end() {
        kept.ended = true;
      },
      isRecording: () => true,
    };
    // Only what is used of it.
    return span as unknown as Span;
  };
  const tracer = {
    startSpan: begin,
    startActiveSpan(name: string, options: SpanOptions, ...rest: readonly unknown[]) {
      const run = rest.at(-1) as (span: Span) => unknown;
      const parent = rest.length === 2 ? (rest[0] as Context) : context.active();
      const span = begin(name, options, parent);
      return context.with(trace.setSpan(parent, span), () => run(span));
    },
  };
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(propagator);
  trace.setGlobalTracerProvider({ getTracer: () => tracer as unknown as Tracer });
  return {
    spans,
    end() {
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}

describe('traces', () => {
  let recorded: ReturnType<typeof setUp>;
  let installation: Installation | undefined;
  beforeEach(() => {
    recorded = setUp();
  });
  afterEach(async () => {
    recorded.end();
    await installation?.close();
  });

  it('PLT-10: show each request and each job by the name of its endpoint or topic, and nothing of a person or a thing', async () => {
    installation = await openInstallation({ CHANCERY_TRACING: 'true' });
    const ada = await installation.register('ada@example.com', 'Ada');
    const { project } = await ada.workspace.createProject({ name: 'Annual report' });
    await ada.workspace.getProject({ projectId: project.id });
    await installation.mails();

    const { spans } = recorded;
    const one = (name: string) => spans.find((span) => span.name === name);
    expect(one('GET /api/v1/projects/{projectId}')).to.deep.include({ failed: false, ended: true });
    expect(one('POST /api/v1/projects')?.attributes).to.include({
      'http.request.method': 'POST',
      'http.route': '/api/v1/projects',
      'http.response.status_code': 201,
      'chancery.operation': 'createProject',
    });
    expect(one('process identity.mail_verify_email')).to.include({ failed: false, ended: true });
    expect(one('process identity.mail_verify_email')?.attributes).to.include({
      'messaging.destination.name': 'identity_mail',
      'chancery.attempt': 1,
      'chancery.outcome': 'succeeded',
    });
    expect(spans.every(({ ended }) => ended)).to.equal(true);
    const said = JSON.stringify(spans);
    for (const secret of ['ada@example.com', 'Annual report', project.id])
      expect(said).to.not.include(secret);
  });

  it('go on with the trace of the caller, and mark what a refusal is not: a failure of ours', async () => {
    installation = await openInstallation({ CHANCERY_TRACING: 'true' });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const { status } = await fetch(`${installation.listening}/api/v1/projects`, {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });

    const [span] = recorded.spans.filter(({ name }) => name === 'GET /api/v1/projects');
    expect(status).to.equal(401);
    expect(span).to.include({ traceId, failed: false });
    expect(span?.attributes).to.include({ 'http.response.status_code': 401 });
  });

  it('are off unless they are switched on', async () => {
    installation = await openInstallation();
    await installation.register('ada@example.com', 'Ada');
    await installation.mails();

    expect(recorded.spans).to.deep.equal([]);
  });
});
