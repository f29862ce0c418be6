import type { Finding } from '../../../src-main/diagnostics/finding.ts';
import { runThrough } from './run-through.ts';
import type { Named, ThirdCase } from './third-list.ts';

function isNamed({ cause, field, evidence, says = '' }: Named, found: Finding): boolean {
  const named = [...found.changes.map(({ path }) => path), ...found.fields];
  const said = JSON.stringify(found.evidence).toLowerCase();
  return (
    found.cause === cause &&
    (field === undefined || named[0] === field) &&
    (evidence === undefined || found.evidence.some(({ kind }) => kind === evidence)) &&
    said.includes(says)
  );
}

/** Whether the first or a second name was found; else what was. */
export async function scoreOf(each: ThirdCase, folder: string): Promise<string> {
  const found = await runThrough(folder, each);
  if (isNamed(each.first, found)) return 'first';
  return each.also.some((second) => isNamed(second, found))
    ? 'second'
    : `${found.cause} ${JSON.stringify(found.evidence)}`;
}
