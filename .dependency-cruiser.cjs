/** The layer rules (docs/architecture.md); each is proved by a planted violation in test/unit/layers.test.ts. */
const layers = require('./scripts/lib/layers.json');

const main = (folder) => `^src-main/${folder}/`;
const otherThan = (...folders) => folders.map((folder) => `^src-main/${folder}/`);
/** What is decided by pure functions, and the folder that they stand in. */
const machines = { order: 'orders', enrolment: 'enrolment' };

/**
 * Of layers the lowest comes first: each may import those before it, and nothing lies beside them. The folders within
 * one may import each other, without a cycle.
 */
const layered = ([part, layersOfPart]) => {
  const names = Object.keys(layersOfPart);
  const paths = Object.values(layersOfPart).map((folders) => folders.map((folder) => `^src-${part}/${folder}/`));
  return [
    ...names.slice(0, -1).map((name, index) => ({
      name: `${part}-${name}-imports-no-layer-above`,
      severity: 'error',
      from: { path: paths[index] },
      to: { path: paths.slice(index + 1).flat() },
    })),
    {
      name: `${part}-has-no-other-layer`,
      severity: 'error',
      from: { path: `^src-${part}/` },
      to: { path: `^src-${part}/`, pathNot: paths.flat() },
    },
  ];
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'only-electron-host-imports-electron',
      severity: 'error',
      from: { path: '^src-', pathNot: ['^src-main/hosts/electron/', '^src-preload/preload\\.ts$'] },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'only-sqlite-imports-better-sqlite3',
      severity: 'error',
      from: { path: '^src-main/', pathNot: '^src-main/sqlite/' },
      to: { path: 'better-sqlite3' },
    },
    // A hash is no cipher: core/hash.ts is the one place outside that may ask for one.
    {
      name: 'only-vault-holds-a-cipher',
      severity: 'error',
      from: {
        path: '^src-main/',
        pathNot: ['^src-main/vault/', '^src-main/signatures/', '^src-main/hosts/browser/', '^src-main/core/hash\\.ts$'],
      },
      to: { path: '^(node:)?crypto$', dependencyTypesNot: ['type-only'] },
    },
    // Seen from its folders: two that know each other are one, whichever of their files do.
    {
      name: 'no-cycles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(layers).flatMap(layered),
    {
      name: 'renderer-imports-shared-only',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { path: '^src-', pathNot: ['^src-renderer/', '^src-shared/'] },
    },
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'shared-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^src-shared/' },
      to: { path: '^src-', pathNot: '^src-shared/' },
    },
    {
      name: 'preload-runs-on-names-alone',
      severity: 'error',
      from: { path: '^src-preload/preload\\.ts$' },
      to: {
        pathNot: ['^src-shared/contract/names\\.ts$', '(^|/)node_modules/electron/|^electron$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'core-imports-nothing-of-ours',
      severity: 'error',
      from: { path: main('core') },
      to: { path: '^src-', pathNot: main('core') },
    },
    {
      name: 'signatures-imports-nothing-of-ours',
      severity: 'error',
      from: { path: main('signatures') },
      to: { path: '^src-', pathNot: main('signatures') },
    },
    // No journal, no wire, no clock and no promise: what it comes to follows from what is handed in.
    ...Object.entries(machines).map(([machine, folder]) => ({
      name: `${machine}-machine-is-pure`,
      severity: 'error',
      from: { path: main(`${folder}/machine`) },
      to: { pathNot: [main(`${folder}/machine`), main('core'), '^src-shared/', '(^|/)node_modules/(zod|big\\.js)/'] },
    })),
    {
      name: 'reveal-machine-is-pure',
      severity: 'error',
      from: { path: main('reveals/machine') },
      to: { pathNot: [main('reveals/machine'), main('core'), '^src-shared/', '(^|/)node_modules/zod/'] },
    },
    // Which sales are in a day goes by what the orders' own machine says of them.
    {
      name: 'day-machine-is-pure',
      severity: 'error',
      from: { path: main('day/machine') },
      to: {
        pathNot: [
          ...['day/machine', 'orders/machine', 'core'].map(main),
          '^src-shared/',
          '(^|/)node_modules/(zod|big\\.js)/',
        ],
      },
    },
    // What an order counts as goes by the same rules as in a day.
    {
      name: 'comparison-machine-is-pure',
      severity: 'error',
      from: { path: main('reconcile/machine') },
      to: {
        pathNot: [
          ...['reconcile/machine', 'day/machine', 'orders/machine', 'core'].map(main),
          '^src-shared/',
          '(^|/)node_modules/(zod|big\\.js)/',
        ],
      },
    },
    {
      name: 'price-machine-is-pure',
      severity: 'error',
      from: { path: main('prices/machine') },
      to: { pathNot: [main('prices/machine'), main('core'), '^src-shared/', '(^|/)node_modules/(zod|big\\.js)/'] },
    },
    {
      name: 'limit-machine-is-pure',
      severity: 'error',
      from: { path: main('limits/machine') },
      to: { pathNot: [main('limits/machine'), main('core'), '^src-shared/', '(^|/)node_modules/(zod|big\\.js)/'] },
    },
    // Whether an order is paid follows from when it came to count as sold.
    {
      name: 'payment-machine-is-pure',
      severity: 'error',
      from: { path: main('payments/machine') },
      to: {
        pathNot: [
          ...['payments/machine', 'day/machine', 'orders/machine', 'core'].map(main),
          '^src-shared/',
          '(^|/)node_modules/(zod|big\\.js)/',
        ],
      },
    },
    {
      name: 'complaint-machine-is-pure',
      severity: 'error',
      from: { path: main('complaints/machine') },
      to: { pathNot: [main('complaints/machine'), main('core'), '^src-shared/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'machines-have-no-clock-and-no-queue',
      severity: 'error',
      from: { path: '^src-main/[^/]+/machine/' },
      to: { path: '^src-main/core/(ports|serial-queue|single-flight|own-turns|pausable)\\.ts$' },
    },
    // Reveals and receipts know what became of an order's codes, and nothing of how it was bought.
    {
      name: 'codes-of-orders-have-one-front',
      severity: 'error',
      from: { path: [main('reveals'), main('receipts')] },
      to: { path: main('orders'), pathNot: main('orders/codes') },
    },
    {
      name: 'partner-api-does-not-know-the-journal',
      severity: 'error',
      from: { path: main('partner-api') },
      to: { path: otherThan('journal', 'orders', 'reveals', 'hosts', 'app', 'sqlite') },
    },
    {
      name: 'journal-imports-only-storage',
      severity: 'error',
      from: { path: main('journal') },
      to: { path: '^src-main/', pathNot: ['journal', 'core', 'files', 'sqlite', 'vault'].map(main) },
    },
    {
      name: 'sandbox-imports-nothing-of-main',
      severity: 'error',
      from: { path: '^src-sandbox/' },
      to: { path: '^src-', pathNot: '^src-sandbox/' },
    },
    {
      name: 'nothing-imports-the-sandbox',
      severity: 'error',
      from: { path: '^src-(main|renderer|preload|shared)/' },
      to: { path: '^src-sandbox/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'] },
  },
};
