import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

/** What a run of tests came to, as `readReport` reads it. */
export interface WrittenReport {
  readonly passed: number;
  readonly skipped: number;
  /** Of each test, hook or file that failed: the file, the name, and the first line of what it says. */
  readonly failures: readonly string[];
}

/** The file that the report of a run is written to, as its environment names it. */
export const reportVariable = 'TEST_REPORT';

/** Reporters of vitest that write a file leave out the hooks that failed. */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: ReturnType<TestCase['result']>['state']): number =>
      tests.filter((test) => test.result().state === state).length;
    const report: WrittenReport = {
      passed: count('passed'),
      skipped: count('skipped'),
      failures: [...modules.flatMap(failuresOf), ...errors.map((error) => `outside of the tests: ${saidBy(error)}`)],
    };
    const file = process.env[reportVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify(report));
  }
}

function failuresOf(module: TestModule): readonly string[] {
  const { children, relativeModuleId: file } = module;
  const name = (part: TestCase | TestSuite): string => `${file} > ${part.fullName}`;
  return [
    ...module.errors().map((error) => `${file}: ${saidBy(error)}`),
    ...[...children.allSuites()].flatMap((suite) =>
      suite.errors().map((error) => `${name(suite)}, before or after its tests: ${saidBy(error)}`),
    ),
    ...[...children.allTests('failed')].map((test) => `${name(test)}: ${saidBy(test.result().errors?.[0])}`),
  ];
}

function saidBy(error: Pick<SerializedError, 'name' | 'message'> | undefined): string {
  const [line = ''] = stripVTControlCharacters(`${error?.name ?? 'Error'}: ${error?.message ?? ''}`).split('\n', 1);
  return line;
}
