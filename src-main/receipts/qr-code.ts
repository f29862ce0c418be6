import { generate } from 'lean-qr';
import { escaped } from '../pages/page.ts';

/** The white around it without which a reader does not find it (ISO/IEC 18004). */
const quietModules = 4;

/**
 * The text as a QR code, drawn in the page: `dots` of the paper for each of its modules, so that every edge lies
 * between two dots.
 */
export function qrCode(text: string, dots: number): string {
  const code = generate(text);
  const width = code.size + 2 * quietModules;
  const rows = Array.from({ length: code.size }, (_, y) => runsOf(code.size, (x) => code.get(x, y)).map(barAt(y)));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="qr" role="img" aria-label="${escaped(text)}"` +
    ` width="${width * dots}" height="${width * dots}" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges">` +
    `<path d="${rows.flat().join('')}"/></svg>`
  );
}

interface Run {
  readonly x: number;
  readonly length: number;
}

/** The dark modules of a row, those beside one another as one. */
function runsOf(size: number, isDark: (x: number) => boolean): readonly Run[] {
  const runs: Run[] = [];
  for (let x = 0; x < size; x += 1) {
    if (!isDark(x)) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.x + last.length === x) runs[runs.length - 1] = { ...last, length: last.length + 1 };
    else runs.push({ x, length: 1 });
  }
  return runs;
}

function barAt(y: number): (run: Run) => string {
  return ({ x, length }) => `M${x + quietModules} ${y + quietModules}h${length}v1h-${length}z`;
}
