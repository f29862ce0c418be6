import type { CounterBridge } from '../../src-shared/contract/schemas.ts';

declare global {
  interface Window {
    /** Put there by the preload (or by the browser host) before this bundle runs. */
    readonly counter?: CounterBridge;
  }
}
