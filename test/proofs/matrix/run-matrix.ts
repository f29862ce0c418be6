import { nameOf, type Cell } from './cells.ts';
import { ProofShop, type ProofShopOptions, type Recorded } from './proof-shop.ts';
import { runCell, type CellRun } from './run-cell.ts';
import { judgeCell, type Verdict } from './verdict.ts';

/** Cells wait for the service more than they compute. */
export const shopsAtOnce = 5;

export interface JudgedCell {
  readonly run: CellRun;
  readonly recorded: Recorded;
  readonly verdict: Verdict;
}

export interface MatrixResult {
  readonly cells: readonly JudgedCell[];
  readonly shops: number;
  readonly brokenChains: number;
  /** Operations that were sold and that no journal knows. */
  readonly unknownSales: readonly string[];
  readonly secretsInTheClear: readonly string[];
  readonly tookMs: number;
}

export interface MatrixOptions extends ProofShopOptions {
  /** How many shops work side by side. */
  readonly shops: number;
  readonly onCell?: (name: string) => void;
}

interface ShopResult extends Pick<MatrixResult, 'cells' | 'secretsInTheClear' | 'unknownSales'> {
  readonly chainIsWhole: boolean;
}

/** Runs the cells, some shops side by side, each on one cell after the other. */
export async function runMatrix(cells: readonly Cell[], options: MatrixOptions): Promise<MatrixResult> {
  const startedAtMs = performance.now();
  const waiting = [...cells];
  const worker = async (): Promise<readonly ShopResult[]> => {
    const done: ShopResult[] = [];
    while (waiting.length > 0) done.push(await runShop(waiting, options));
    return done;
  };
  const results = (await Promise.all(Array.from({ length: Math.min(options.shops, cells.length) }, worker))).flat();
  return {
    cells: results.flatMap((result) => result.cells),
    shops: results.length,
    brokenChains: results.filter(({ chainIsWhole }) => !chainIsWhole).length,
    unknownSales: results.flatMap(({ unknownSales }) => unknownSales),
    secretsInTheClear: results.flatMap(({ secretsInTheClear }) => secretsInTheClear),
    tookMs: performance.now() - startedAtMs,
  };
}

/** Takes cells from `waiting` until there is none left or one spoiled the shop, then looks at what the shop holds. */
async function runShop(waiting: Cell[], { onCell, ...options }: MatrixOptions): Promise<ShopResult> {
  const shop = await ProofShop.open(options);
  try {
    const runs: CellRun[] = [];
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
      runs.push(await runCell(shop, cell));
      onCell?.(nameOf(cell));
      if (cell.fault.spoils === true) break;
    }
    const { recorded, ...found } = await shop.audit();
    const cells = runs.map((run) => ({
      run,
      recorded: recorded(run.operationId),
      verdict: judgeCell(run, recorded(run.operationId)),
    }));
    return { cells, ...found };
  } finally {
    await shop.close();
  }
}

/** Whether every bar holds. */
export function holds({ cells, secretsInTheClear, unknownSales, brokenChains }: MatrixResult): boolean {
  return (
    secretsInTheClear.length + unknownSales.length + brokenChains === 0 &&
    cells.every(({ verdict }) => verdict.violations.length === 0)
  );
}
