/** A folder of the product, the tests that its mutants must fail, and the share of them that must be found. */
export interface MutatedFolder {
  readonly name: string;
  readonly tests: readonly string[];
  readonly foundAtLeastPercent: number;
}

const unit = (name: string): readonly string[] => [`test/unit/src-main/${name}/**/*.test.ts`];
/** Those of whole processes and months take minutes each, for every mutant. */
const quick = (name: string): readonly string[] => [`test/unit/src-main/${name}/**/!(*.slow|*.sandbox).test.ts`];

export const folders: readonly MutatedFolder[] = [
  { name: 'signatures', tests: unit('signatures'), foundAtLeastPercent: 90 },
  { name: 'journal', tests: [...quick('journal'), 'test/crash/folder-lost-writes.test.ts'], foundAtLeastPercent: 90 },
  { name: 'partner-api', tests: unit('partner-api'), foundAtLeastPercent: 85 },
  { name: 'exchange', tests: quick('exchange'), foundAtLeastPercent: 90 },
  { name: 'orders/machine', tests: unit('orders/machine'), foundAtLeastPercent: 90 },
  // Some 1,700 mutants, and 190 tests that open a counter each: hours on two cores.
  { name: 'orders', tests: quick('orders'), foundAtLeastPercent: 85 },
  { name: 'reveals/machine', tests: unit('reveals/machine'), foundAtLeastPercent: 85 },
  { name: 'reveals', tests: quick('reveals'), foundAtLeastPercent: 85 },
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
    tests: ['test/unit/src-main/enrolment/**/!(secrets).test.ts'],
    foundAtLeastPercent: 85,
  },
  { name: 'vault', tests: unit('vault'), foundAtLeastPercent: 85 },
  { name: 'keyring', tests: unit('keyring'), foundAtLeastPercent: 85 },
  { name: 'sqlite', tests: [...unit('sqlite'), 'test/crash/backup.test.ts'], foundAtLeastPercent: 85 },
  { name: 'files', tests: [...unit('files'), 'test/crash/atomic-write.test.ts'], foundAtLeastPercent: 85 },
];
