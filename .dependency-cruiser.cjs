const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** The arrows of the architecture: who may import whom. `npm run arrows` fails the build on any other. */
const source = (name) => `^packages/${name}/src`;
const pkg = (name) => `(^packages/${name}/|node_modules/@chancery/${name}(/|$))`;
const test = '(\\.test\\.ts$|/testing/|/testing-services/)';

const core = join(__dirname, 'packages/core/src');
/** Every folder of the core but these is a context, from its first file on. */
const ground = ['kernel', 'pipeline', 'testing'];
const contexts = readdirSync(core, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !ground.includes(entry.name))
  .map(({ name }) => name);
/** Their order, read where it is kept: the list of contexts that the pipeline runs. One that is not in it knows no other. */
const [, listed = ''] =
  /export const contexts = \{([^}]*)\}/.exec(readFileSync(join(core, 'pipeline/contexts.ts'), 'utf8')) ?? [];
const order = listed
  .split(',')
  // A context of several words has its folder in kebab case.
  .map((name) => name.trim().replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
  .filter(Boolean);
const folder = (names) => `^packages/core/src/(${names.join('|')})/`;

const contextRules = contexts.map((context) => {
  const earlier = order.slice(0, Math.max(order.indexOf(context), 0));
  const others = contexts.filter((other) => other !== context && !earlier.includes(other));
  return {
    name: `${context}-imports-only-earlier-contexts`,
    comment: 'The order of the contexts stands in packages/core/src/pipeline/contexts.ts.',
    severity: 'error',
    from: { path: folder([context]), pathNot: test },
    to: { path: folder([...others, 'pipeline']) },
  };
});
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: test },
      to: { circular: true },
    },
    {
      name: 'core-imports-no-adapter',
      severity: 'error',
      from: { path: source('core'), pathNot: '\\.test\\.ts$' },
      to: { path: pkg('(adapters-[a-z]+|server|sdk|cli)') },
    },
    {
      name: 'core-tests-import-only-the-world',
      severity: 'error',
      from: { path: `${source('core')}.*\\.test\\.ts$` },
      to: { path: pkg('(adapters-http|adapters-services|adapters-engines|server|sdk|cli)') },
    },
    {
      name: 'core-has-no-io',
      severity: 'error',
      from: { path: source('core'), pathNot: ['kernel/crypto\\.ts$', '\\.test\\.ts$', '/testing/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-has-no-framework',
      severity: 'error',
      from: { path: source('core'), pathNot: test },
      to: {
        path: 'node_modules/(express|typeorm|pg|amqplib|inversify|pino|nodemailer|undici|@electric-sql|@aws-sdk|jose)(/|$)',
      },
    },
    {
      name: 'adapters-import-only-core',
      severity: 'error',
      from: { path: source('adapters-([a-z]+)'), pathNot: test },
      to: {
        path: pkg('(adapters-[a-z]+|server|sdk|cli|verify)'),
        // A library that npm put beside the package is not the package.
        pathNot: [source('adapters-$1'), '/node_modules/(?!@chancery/)'],
      },
    },
    {
      name: 'sdk-imports-nothing',
      severity: 'error',
      from: { path: source('sdk'), pathNot: [test, 'packages/sdk/src/sha256\\.ts$'] },
      to: { pathNot: source('sdk') },
    },
    {
      // Browsers hash only what is in one piece, and uploads come in parts.
      name: 'sdk-hashes-in-one-file',
      severity: 'error',
      from: { path: 'packages/sdk/src/sha256\\.ts$' },
      to: { pathNot: [source('sdk'), 'node_modules/@noble/hashes/'] },
    },
    {
      // Strangers hold it in their hands: it runs wherever WebCrypto does, and there is nothing else to trust.
      name: 'verify-imports-nothing',
      severity: 'error',
      from: { path: source('verify'), pathNot: test },
      to: { pathNot: source('verify') },
    },
    {
      name: 'server-imports-the-formats-through-the-core',
      severity: 'error',
      from: { path: source('server'), pathNot: test },
      to: { path: pkg('(verify|sdk)') },
    },
    {
      name: 'cli-imports-sdk-verify-and-server-only',
      severity: 'error',
      from: { path: source('cli'), pathNot: test },
      to: { path: pkg('(core|adapters-[a-z]+)') },
    },
    {
      name: 'kernel-imports-no-context',
      comment: 'The kernel is the ground: it imports no context and not the pipeline, types included.',
      severity: 'error',
      from: { path: folder(['kernel']), pathNot: test },
      to: { path: '^packages/core/src/', pathNot: folder(['kernel']) },
    },
    {
      name: 'contexts-are-imported-by-their-index',
      severity: 'error',
      from: { path: `^packages/core/src/([^/]+)/`, pathNot: test },
      to: { path: folder(contexts), pathNot: ['^packages/core/src/$1/', '/index\\.ts$'] },
    },
    ...contextRules,
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules|dist' },
    exclude: { path: '(/dist/|/generated/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@chancery/source', 'import', 'node', 'default'],
    },
  },
};
