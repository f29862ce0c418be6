/**
 * Every command of package.json. `build` names the parts that must be up to date before it, `script` what the chosen
 * Node runs; its working folder is the caller's, so relative paths in arguments and settings mean what the caller
 * meant. `takes` are the arguments of a script that says nothing of them itself: none where it is empty.
 */
export const commands = {
  start: { build: ['cli', 'app'], script: 'scripts/start.ts' },
  test: { build: ['cli', 'app', 'packaged'], script: 'scripts/test.ts', takes: '' },
  check: { build: [], script: 'scripts/check.ts', takes: '' },
  format: { build: [], script: 'scripts/format.ts', takes: '' },
  build: { build: ['cli', 'app', 'packaged'], script: undefined, takes: '' },
  package: { build: ['packaged'], script: 'scripts/package/main.ts' },
  'node-path': { build: [], script: 'scripts/node-path.ts', takes: '' },
  counter: { build: ['cli'], script: 'out/counter.mjs' },
  sandbox: { build: ['cli'], script: 'out/sandbox.mjs' },
  'first-sale': { build: ['cli'], script: 'scripts/first-sale.ts', takes: '' },
  'first-day': { build: ['cli'], script: 'scripts/first-day.ts' },
  acceptance: { build: ['cli'], script: 'scripts/acceptance.ts' },
  bench: { build: ['cli', 'app', 'packaged'], script: 'scripts/bench.ts' },
  conformance: { build: [], script: 'test/conformance/main.ts' },
  'proof:matrix': { build: ['cli'], script: 'test/proofs/matrix/main.ts' },
  'proof:chaos': { build: ['cli'], script: 'test/proofs/chaos/main.ts' },
  'proof:mutations': { build: [], script: 'test/proofs/mutations/main.ts' },
  'proof:deployments': { build: [], script: 'test/proofs/deployments/main.ts' },
  'proof:doctor': { build: [], script: 'test/proofs/doctor/main.ts' },
  'proof:mutants': { build: [], script: 'test/proofs/mutants/main.ts' },
  'proof:states': { build: [], script: 'test/proofs/states/main.ts' },
  'proof:faults': { build: ['cli'], script: 'test/proofs/faults/main.ts' },
  'proof:clock': { build: [], script: 'test/proofs/clock/main.ts' },
  'proof:update': { build: [], script: 'test/proofs/update/main.ts' },
  audit: { build: ['packaged'], script: 'scripts/audit.ts', takes: '' },
  release: { build: [], script: 'scripts/release.ts' },
  'proof:package': { build: ['packaged'], script: 'test/package/main.ts', takes: '' },
  architecture: { build: [], script: 'scripts/architecture.ts', takes: '' },
  'profile-schema': { build: [], script: 'scripts/profile-schema.ts', takes: '' },
  guides: { build: [], script: 'scripts/guides.ts', takes: '[FOLDER]' },
  screens: { build: ['cli', 'app'], script: 'test/ui/screens.ts', takes: '[FOLDER] [PART-OF-A-NAME] [--docs]' },
};
