import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../support/project.ts';

export const reportSchema = z.object({
  seed: z.int(),
  /** Of the worker, since the day before; the first one has its start. */
  cpuSeconds: z.number(),
  counts: z.record(z.string(), z.record(z.string(), z.number())),
  violations: z.array(z.object({ bar: z.string(), what: z.string() })),
  stories: z.array(z.string()),
  kills: z.array(z.string().nullable()),
});
export type Report = z.infer<typeof reportSchema>;

/** Every line of code that a day runs. */
const lived = ['src-main', 'src-shared', 'src-sandbox', 'test/proofs/chaos', 'package-lock.json'];

/** Days that were lived already, one a line, so that a run of hours goes on where it was ended. */
export class KeptDays {
  readonly #file: string;
  readonly #of = codeHash();

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'days.jsonl');
  }

  /** The days of this very code. Where the code changed since, all are lived anew. */
  read(): readonly Report[] {
    const [first = '', ...lines] = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : [];
    if (first !== this.#of) {
      writeFileSync(this.#file, `${this.#of}\n`);
      return [];
    }
    // Whatever stands after the last line break was not written whole.
    const whole = lines.slice(0, -1);
    writeFileSync(this.#file, [first, ...whole, ''].join('\n'));
    return whole.map((line) => reportSchema.parse(JSON.parse(line)));
  }

  add(report: Report): void {
    appendFileSync(this.#file, `${JSON.stringify(report)}\n`);
  }
}

function codeHash(): string {
  const hash = createHash('sha256');
  for (const path of lived.flatMap((part) => filesBelow(join(projectRoot, part)))) hash.update(readFileSync(path));
  return hash.digest('hex');
}

function filesBelow(path: string): readonly string[] {
  if (path.endsWith('.json')) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}
