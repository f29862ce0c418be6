/** A folder of the product, the tests that its mutants must fail, and the share of them that must be found. */
export interface MutatedFolder {
  readonly name: string;
  readonly tests: readonly string[];
  readonly foundAtLeastPercent: number;
}

const unit = (name: string): readonly string[] => [`test/unit/src-main/${name}/**/*.test.ts`];
/** Those of whole processes and months take minutes each, for every mutant. */
const quick = (name: string): readonly string[] => [`test/unit/src-main/${name}/**/!(*.slow|*.sandbox).test.ts`];
/** What becomes of a flow where a write fails at any of its steps. */
const failingSteps = (name: string): string => `test/unit/src-main/${name}/driver/failing-steps.slow.test.ts`;

export const folders: readonly MutatedFolder[] = [
  { name: 'signatures', tests: unit('signatures'), foundAtLeastPercent: 90 },
  { name: 'journal', tests: [...quick('journal'), 'test/crash/folder-lost-writes.test.ts'], foundAtLeastPercent: 90 },
  { name: 'partner-api', tests: unit('partner-api'), foundAtLeastPercent: 85 },
  { name: 'exchange', tests: quick('exchange'), foundAtLeastPercent: 90 },
  { name: 'orders/machine', tests: unit('orders/machine'), foundAtLeastPercent: 90 },
  { name: 'orders', tests: [...quick('orders'), failingSteps('orders')], foundAtLeastPercent: 85 },
  { name: 'reveals/machine', tests: unit('reveals/machine'), foundAtLeastPercent: 85 },
  { name: 'reveals', tests: [...quick('reveals'), failingSteps('reveals')], foundAtLeastPercent: 85 },
  {
    name: 'enrolment/machine',
    tests: [
      ...unit('enrolment/machine'),
      'test/unit/src-main/enrolment/driver/proof-signature.test.ts',
      'test/unit/src-main/enrolment/driver/thumbprint.test.ts',
    ],
    foundAtLeastPercent: 85,
  },
  {
    name: 'enrolment',
    tests: [
      'test/unit/src-main/enrolment/**/!(secrets|*.slow|*.sandbox).test.ts',
      'test/unit/src-main/enrolment/driver/post-key-late.slow.test.ts',
      failingSteps('enrolment'),
    ],
    foundAtLeastPercent: 85,
  },
  { name: 'vault', tests: unit('vault'), foundAtLeastPercent: 85 },
  { name: 'keyring', tests: unit('keyring'), foundAtLeastPercent: 85 },
  { name: 'sqlite', tests: [...unit('sqlite'), 'test/crash/backup.test.ts'], foundAtLeastPercent: 85 },
  { name: 'files', tests: [...unit('files'), 'test/crash/atomic-write.test.ts'], foundAtLeastPercent: 85 },
];
