import type { SandboxInfo } from '../../app/counter/ports.ts';
import type { Transport } from '../../core/ports.ts';
import { err } from '../../core/result.ts';

/** Remembers the training services that this host started, and lets nothing speak to anybody else. */
export interface TrainingServices {
  readonly transport: Transport;
  add(sandbox: SandboxInfo): void;
  stopAll(): Promise<void>;
}

export function createTrainingServices(transport: Transport): TrainingServices {
  const sandboxes: SandboxInfo[] = [];
  const isOurs = (url: string): boolean =>
    sandboxes.some((sandbox) => new URL(sandbox.baseUrl).origin === new URL(url).origin);
  return {
    transport: {
      exchange: (request, options) =>
        isOurs(request.url) ? transport.exchange(request, options) : Promise.resolve(err({ code: 'not_sent' })),
    },
    add: (sandbox) => {
      sandboxes.push(sandbox);
    },
    stopAll: async () => {
      await Promise.all(sandboxes.map((sandbox) => sandbox.stop()));
    },
  };
}
