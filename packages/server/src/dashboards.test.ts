import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnginePool } from '@chancery/adapters-engines';
import { expect } from 'chai';
import { parse } from 'yaml';
import { requestMetrics } from '../../adapters-http/src/server/metrics.ts';
import { configurationTable } from './configuration.ts';
import { engineFigures } from './engine-figures.ts';
import { hostCommands } from './host.ts';
import { countJobOutcomes } from './job-outcomes.ts';
import { operatingFigures } from './operating-figures.ts';

const deploy = join(import.meta.dirname, '../../../deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { groups } = parse(read('prometheus/alerts.yaml')) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels, templating } = JSON.parse(read('grafana/chancery.json')) as {
  panels: readonly Panel[];
  templating: { list: readonly { name: string }[] };
};

/** The names of all samples that a server gives, with their labels, as they are registered and not as they are written down. */
function knownMetrics(): ReadonlyMap<string, readonly string[]> {
  const engines: Pick<EnginePool, 'status'> = {
    status: {
      processes: 0,
      running: 0,
      waiting: 0,
      mostWaiting: 1,
      completed: 0,
      canStart: true,
      refused: {},
    },
  } as unknown as Pick<EnginePool, 'status'>;
  // Names and labels need no database.
  const none = {} as Parameters<typeof operatingFigures>[0];
  const { registry } = requestMetrics(undefined, [
    ...engineFigures(engines),
    ...operatingFigures(none),
    countJobOutcomes().figure,
  ]);
  const known = new Map<string, readonly string[]>([['up', []]]);
  for (const metric of registry.getMetricsAsArray()) {
    // prom-client keeps them so; its types do not say it.
    const {
      name,
      labelNames = [],
      type,
    } = metric as unknown as { name: string; labelNames?: string[]; type?: string };
    const isHistogram = type === 'histogram' || 'buckets' in metric;
    for (const suffix of isHistogram ? ['_bucket', '_sum', '_count'] : [''])
      known.set(name + suffix, [...labelNames, ...(suffix === '_bucket' ? ['le'] : [])]);
  }
  return known;
}

/** Labels that Prometheus itself gives to what it reads. */
const givenLabels = ['job', 'instance'];
const known = knownMetrics();

/** What is wrong with the names and labels in a query. */
function faultsOf(query: string): readonly string[] {
  const faults: string[] = [];
  for (const [, name = '', matchers = ''] of query.matchAll(
    /(?<![\w$"])((?:chancery|process|nodejs)_\w+|up)\b(?!\s*\()(?:\{([^}]*)\})?/g,
  )) {
    const labels = known.get(name);
    if (labels === undefined) faults.push(`${name} is no metric`);
    for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
      if (labels !== undefined && ![...labels, ...givenLabels].includes(label))
        faults.push(`${name} has no label ${label}`);
  }
  const used = [...query.matchAll(/(?<![\w$"])((?:chancery|process|nodejs)_\w+|up)\b/g)];
  if (used.length === 0) faults.push('it asks for no metric');
  const all = [...used.flatMap(([, name = '']) => known.get(name) ?? []), ...givenLabels];
  for (const [, by = ''] of query.matchAll(/\bby\s*\(([^)]*)\)/g))
    for (const label of by.split(',').map((each) => each.trim()))
      if (!all.includes(label)) faults.push(`nothing in it has the label ${label}`);
  for (const [open, close] of ['()', '{}', '[]'])
    if (query.split(open ?? '').length !== query.split(close ?? '').length)
      faults.push(`${open}${close} do not match`);
  return faults;
}

describe('the dashboard and the alerts', () => {
  it('ask only for metrics and labels that a server or a worker gives', () => {
    const queries = [
      ...rules.map(({ alert, expr }) => [alert, expr] as const),
      ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ];
    expect(queries.length).to.be.greaterThan(30);
    expect(
      queries.flatMap(([where, query]) => faultsOf(query).map((fault) => `${where}: ${fault}`)),
    ).to.deep.equal([]);
    expect(faultsOf('max by (colour) (chancery_jobs{shade="dead"}) > chancery_job')).to.have.length(3);
  });

  it('show every figure of the operation that there is', () => {
    const shown = JSON.stringify(panels);
    for (const name of known.keys())
      if (name.startsWith('chancery_') && !/_(sum|completed_total)$|chancery_ledgers$/.test(name))
        expect(shown, name).to.include(name);
  });

  it('each alert says in one sentence what is wrong and then what to do, with commands and settings that exist', () => {
    const commands = hostCommands().map(({ name }) => name);
    const settings = configurationTable().map(({ name }) => name);
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
    for (const { alert, annotations, labels } of rules) {
      const { summary, description } = annotations;
      expect(['info', 'warning', 'critical'], alert).to.include(labels.severity);
      expect(summary, alert).to.match(/\.$/);
      for (const [, command = ''] of description.matchAll(/`chancery ([a-z -]+?)(?: --[^`]*)?`/g))
        expect(commands, alert).to.include(command.replace('host-', ''));
      for (const [name] of description.matchAll(/CHANCERY_\w+/g)) expect(settings, alert).to.include(name);
    }
  });

  it('the panels lie beside each other and not upon each other, and ask the chosen source', () => {
    const cells = new Set<string>();
    for (const { title, gridPos } of panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(x, title).to.be.below(24);
          expect(cells.has(`${x} ${y}`), title).to.equal(false);
          cells.add(`${x} ${y}`);
        }
    expect(templating.list.map(({ name }) => name)).to.deep.equal(['datasource']);
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
  });
});
