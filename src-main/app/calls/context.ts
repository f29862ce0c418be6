import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { ConnectionView, OrderView, StartView } from '../../../src-shared/contract/schemas.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, type Result } from '../../core/result.ts';
import type { ProfileChange } from '../../deployment/change.ts';
import type { Order } from '../../orders/machine/order.ts';
import { limitsNow, viewOf } from '../../orders/views/order-view.ts';
import type { OneTimePages } from '../../pages/one-time-pages.ts';
import type { CopiedCodes } from '../../reveals/driver/copied-codes.ts';
import type { Counter, LocalRecords } from '../counter/counter.ts';
import type { Diagnosed } from '../counter/diagnosed.ts';
import type { OpenDeployment } from '../counter/open-deployment.ts';
import type { PageState } from '../counter/page-state.ts';
import type { AppPorts, NoticeListener } from '../counter/ports.ts';
import type { RememberedSettings } from '../counter/settings.ts';
import type { CounterUpdates } from '../counter/updates.ts';
import { knowsCost, withoutCost } from './cost.ts';

/** What the calls share. The app changes `current`; calls only read it. */
export interface CallContext {
  readonly ports: AppPorts;
  readonly notify: NoticeListener;
  readonly copied: CopiedCodes;
  readonly pages: OneTimePages;
  readonly pageState: PageState;
  readonly settings: RememberedSettings;
  readonly updates: CounterUpdates;
  /** What was last found of the service's view of this counter. */
  readonly diagnosed: Diagnosed;
  current(): OpenDeployment | null;
  /** Locks the counter, and takes codes off the screen and the clipboard. */
  lock(): Promise<void>;
  openTraining(): Promise<Result<void, Failure>>;
  leaveTraining(): Promise<Result<void, Failure>>;
  openDeployment(text: string): Promise<Result<void, Failure>>;
  /** Whether a call was given the profile of the deployment that is open. */
  isOpen(input: unknown): boolean;
  /** Who signed the deployment's file; null where nobody did. */
  deploymentSigner(): NonNullable<StartView['deploymentSigner']> | null;
  recover(phrase: string): Promise<Result<void, Failure>>;
  /** When the backups were made that can be restored, the newest first; none while the records are not damaged. */
  backupTimesMs(): readonly number[];
  restoreBackup(madeAtMs: number): Promise<Result<void, Failure>>;
  salvage(): Promise<Result<void, Failure>>;
  changeDeployment(changes: readonly ProfileChange[]): Promise<Result<void, Failure>>;
  connection(): ConnectionView;
  /** The minute of the service's last answer; null before there was one. */
  answeredAt(): string | null;
  /** Does something after a while, and at once where the deployment is closed before. */
  later(ms: number, work: () => Promise<void>): void;
}

export function counterOf(context: CallContext): Result<Counter, Failure> {
  return context.current()?.counter ?? err({ code: 'deployment_required' });
}

/** Does something at the open counter; where there is none, says why. */
export async function atCounter<T>(
  context: CallContext,
  work: (counter: Counter) => Result<T, Failure> | Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const counter = counterOf(context);
  return counter.ok ? await work(counter.value) : counter;
}

/** Does something with the records, which can be read also where nothing can be sold. */
export async function inLocalRecords<T>(
  context: CallContext,
  work: (localRecords: LocalRecords) => Result<T, Failure> | Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const localRecords: Result<LocalRecords, Failure> =
    context.current()?.localRecords ?? err({ code: 'deployment_required' });
  return localRecords.ok ? await work(localRecords.value) : localRecords;
}

/** With the cost only where who is at the counter may know it. */
export function orderViewOf(context: CallContext, operationId: OperationId, facts: Order): OrderView {
  const view = wholeViewOf(context, operationId, facts);
  return knowsCost(context) ? view : withoutCost(view);
}

function wholeViewOf(context: CallContext, operationId: OperationId, facts: Order): OrderView {
  const counter = counterOf(context);
  const nowMs = context.ports.clock.nowMs();
  if (!counter.ok) return viewOf(operationId, facts, nowMs);
  const { orders, session } = counter.value;
  return viewOf(operationId, facts, nowMs, orders.next(operationId), limitsNow(session, operationId, facts));
}
