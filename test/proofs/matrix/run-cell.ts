import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CounterRun } from '../../support/counter.ts';
import type { Cell } from './cells.ts';
import type { ProofShop } from './proof-shop.ts';

const quantity = 1;
const revealSteps: readonly string[] = ['codes-requested', 'codes-sealed'];
/** Ends of an order that nothing was bought with. */
export const notBought: readonly string[] = ['refused', 'failed', 'notBought', 'cancelled'];
/** Further tries to reach the step where the fault kept the first run from it. */
const furtherTries = 2;
/** Long enough for a few attempts while the fault still strikes. */
const waitWithFaultSeconds = 4;
/** After everything was put right: long enough for the not-bought proof. */
const waitRepairedSeconds = 12;
const roundsRepaired = 4;

const lineSchema = z.object({
  ok: z.boolean(),
  error: z.object({ code: z.string() }).optional(),
  value: z
    .object({
      state: z.string(),
      codesError: z.object({ code: z.string() }).optional(),
      codes: z.array(
        z.object({ soldCardId: z.string(), serialNumber: z.string().nullable(), voucher: z.string().nullable() }),
      ),
    })
    .nullish(),
});

/** How one run of the counter left the order. */
export interface RunResult {
  readonly exitCode: number;
  /** Null where the run knows of no order. */
  readonly state: string | null;
  readonly error: string | null;
  /** What the run said beside its outcome, where it could not go on. */
  readonly said: string;
  readonly codesKnown: number;
  readonly codesShown: number;
}

/** Everything seen of one cell from outside. */
export interface CellRun {
  readonly cell: Cell;
  readonly operationId: string;
  readonly quantity: number;
  readonly reached: boolean;
  readonly struck: boolean;
  readonly settled: RunResult;
  /** After the same command was given once more. */
  readonly again: RunResult;
  /** Units that the service sold while this cell ran: for its own operation, and for any other. */
  readonly unitsSold: number;
  readonly foreignUnits: number;
  /** The service had sold it and the journal did not know it. */
  readonly lostOrder: boolean;
  readonly tookMs: number;
}

/** Buys, is killed, starts again and settles; see the parts for what is done when. */
export async function runCell(shop: ProofShop, cell: Cell): Promise<CellRun> {
  const startedAtMs = performance.now();
  const operationId = randomUUID();
  const before = await soldIn(shop, operationId);
  await shop.staff.plant(cell.fault, { atReveal: revealSteps.includes(cell.step) });
  const reached = await buyUntilKilled(shop, cell, operationId);
  const { settled, struck, lostOrder } = await settle(shop, cell, operationId);
  const again = resultOf(await shop.counter(buy(shop, operationId)));
  const after = await soldIn(shop, operationId);
  if (cell.fault.surroundings === 'no-reveal') await shop.staff.repair({ butReveal: false });
  return {
    cell,
    operationId,
    quantity,
    reached,
    struck,
    settled,
    again,
    lostOrder,
    unitsSold: after.own,
    foreignUnits: after.foreign - before.foreign,
    tookMs: performance.now() - startedAtMs,
  };
}

/** Whether the step was reached. A fault may keep the first run from it, and end with it before a later one. */
async function buyUntilKilled(shop: ProofShop, { step }: Cell, operationId: string): Promise<boolean> {
  const env = { COUNTERFOIL_CRASH_AT: step };
  let run = await shop.counterToBeKilled(buy(shop, operationId), env);
  for (let tries = 0; tries < furtherTries && run.signal === null && !isEnd(resultOf(run)); tries += 1) {
    run = await shop.counterToBeKilled(resume(operationId, 2), env);
  }
  return run.signal === 'SIGKILL';
}

interface Settled {
  readonly settled: RunResult;
  readonly struck: boolean;
  readonly lostOrder: boolean;
}

async function settle(shop: ProofShop, { fault }: Cell, operationId: string): Promise<Settled> {
  let lostOrder = false;
  const goOn = async (waitSeconds: number): Promise<RunResult> => {
    const resumed = resultOf(await shop.counter(resume(operationId, waitSeconds)));
    if (resumed.error !== 'operation_unknown') return resumed;
    lostOrder ||= (await soldIn(shop, operationId)).own > 0;
    return resultOf(await shop.counter(buy(shop, operationId)));
  };
  let settled = await goOn(waitWithFaultSeconds);
  const struck = await shop.staff.struck(fault);
  await shop.staff.repair({ butReveal: fault.surroundings === 'no-reveal' });
  // The service writes its keys into the deployment file when it starts.
  if (fault.id.startsWith('rotated-key')) await shop.shop.sandbox.restart();
  for (
    let round = 0;
    round < roundsRepaired && !isEnd(settled) && !(round > 1 && settled.state === 'attention');
    round += 1
  )
    settled = await goOn(waitRepairedSeconds);
  return { settled, struck, lostOrder };
}

/** Completed with its codes, or certainly not bought. */
function isEnd({ exitCode, state, error }: RunResult): boolean {
  return (exitCode === 0 && error === null) || (state !== null && notBought.includes(state));
}

function buy({ shop }: ProofShop, operationId: string): readonly string[] {
  return shop.buy(operationId, quantity, '--reveal', '--wait', '2');
}

function resume(operationId: string, waitSeconds: number): readonly string[] {
  return ['resume', operationId, '--reveal', '--wait', String(waitSeconds)];
}

function resultOf({ exitCode, json, stderr }: CounterRun): RunResult {
  const line = lineSchema.safeParse(json);
  const value = line.success ? (line.data.value ?? null) : null;
  const codes = value?.codes ?? [];
  return {
    exitCode,
    state: value?.state ?? null,
    error: line.success ? (line.data.error?.code ?? value?.codesError?.code ?? null) : 'no_outcome',
    said: exitCode === 1 ? stderr.trim() : '',
    codesKnown: codes.length,
    codesShown: codes.filter(({ serialNumber, voucher }) => serialNumber !== null && voucher !== null).length,
  };
}

async function soldIn(
  { shop }: ProofShop,
  operationId: string,
): Promise<{ readonly own: number; readonly foreign: number }> {
  const sales = await shop.sandbox.sales();
  const units = (own: boolean): number =>
    sales.filter((sale) => (sale.operationId === operationId) === own).reduce((sum, sale) => sum + sale.quantity, 0);
  return { own: units(true), foreign: units(false) };
}
