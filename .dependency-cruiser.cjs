/** The arrows of the architecture: who may import whom. `npm run arrows` fails the build on any other. */
const source = (name) => `^packages/${name}/src`;
const pkg = (name) => `(^packages/${name}/|node_modules/@chancery/${name}(/|$))`;
const test = '(\\.test\\.ts$|/testing/)';
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: test },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
      to: { path: pkg('(adapters-http|adapters-services|server|sdk|cli)') },
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
        path: pkg('(adapters-[a-z]+|server|sdk|cli)'),
        // A library that npm put beside the package is not the package.
        pathNot: [source('adapters-$1'), '/node_modules/(?!@chancery/)'],
      },
    },
    {
      name: 'sdk-imports-nothing',
      severity: 'error',
      from: { path: source('sdk'), pathNot: test },
      to: { pathNot: source('sdk') },
    },
    {
      name: 'cli-imports-sdk-and-server-only',
      severity: 'error',
      from: { path: source('cli'), pathNot: test },
      to: { path: pkg('(core|adapters-[a-z]+)') },
    },
    {
      name: 'contexts-meet-at-their-doors',
      severity: 'error',
      from: {
        path: '^packages/core/src/(identity|workspace|billing|integrations|webhooks|uploads|meetings)/',
        pathNot: test,
      },
      to: {
        path: '^packages/core/src/(identity|workspace|billing|integrations|webhooks|uploads|meetings)/',
        pathNot: ['^packages/core/src/$1/', '/index\\.ts$'],
      },
    },
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
