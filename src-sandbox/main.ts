import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startService, type RunningService, type ServiceOptions } from './control/service.ts';
import { err, ok, type Result } from './wire/result.ts';

const usage =
  'usage: sandbox --port 0 --data DIR [--deployment FILE] [--activate manual] [--control-port 0] [--cards N] [--unseen N]';
const badInput = 2;
/** A catalogue larger than any that a counter is promised to bear. */
const mostCards = 200_000;

/** Written by the build; not there where the sources run as they are. */
declare const COUNTERFOIL_PACKAGED: boolean | undefined;
const isPackaged = typeof COUNTERFOIL_PACKAGED !== 'undefined' && COUNTERFOIL_PACKAGED;

/** The partner service as a process of its own: one line on stdout once it answers, everything else on stderr. */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  // The folder holds the service's private key and every code it sold.
  process.umask(0o077);
  const options = readOptions(process.argv.slice(2));
  const service = options.ok ? await startService(options.value) : options;
  if (!service.ok) {
    process.stderr.write(`sandbox: ${service.error}\n`);
    process.exitCode = badInput;
    return;
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(service.value));
  // Who started us may stop reading after the one line.
  process.stdout.on('error', () => undefined);
  process.stdout.write(`${JSON.stringify(service.value.address)}\n`);
}

async function stop(service: RunningService): Promise<void> {
  await service.stop();
  process.exit(0);
}

function readOptions(args: readonly string[]): Result<ServiceOptions, string> {
  const text = { type: 'string' as const };
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: text,
        data: text,
        deployment: text,
        activate: text,
        'control-port': text,
        cards: text,
        unseen: text,
      },
    });
    if (values.data === undefined) return err(`--data is missing; ${usage}`);
    if (values.activate !== undefined && values.activate !== 'manual')
      return err(`--activate takes only manual; ${usage}`);
    const [port, controlPort] = [values.port ?? '0', values['control-port'] ?? '0'].map(parsePort);
    if (port === undefined || controlPort === undefined) return err(`a port is a number from 0 to 65535; ${usage}`);
    const cards = values.cards === undefined ? undefined : parseCards(values.cards);
    if (cards === null) return err(`--cards takes a number from 1 to ${mostCards}; ${usage}`);
    const unseenOneIn = values.unseen === undefined ? undefined : Number(values.unseen);
    if (unseenOneIn !== undefined && !(Number.isInteger(unseenOneIn) && unseenOneIn >= 1 && unseenOneIn <= 256))
      return err(`--unseen takes a number from 1 to 256; ${usage}`);
    return ok({
      dir: resolve(values.data),
      port,
      controlPort,
      deploymentFile: values.deployment === undefined ? undefined : resolve(values.deployment),
      activation: values.activate ?? 'automatic',
      ...(cards === undefined ? {} : { cards }),
      ...(unseenOneIn === undefined ? {} : { unseenOneIn }),
      // It loads code: what a shop has takes no path from its environment.
      nativeBinding: isPackaged ? undefined : process.env['SQLITE_NATIVE_BINDING'],
    });
  } catch (error) {
    return err(`${error instanceof Error ? error.message : 'bad arguments'}; ${usage}`);
  }
}

function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function parseCards(text: string): number | null {
  return /^[1-9]\d{0,5}$/.test(text) && Number(text) <= mostCards ? Number(text) : null;
}

await main().catch((error: unknown) => {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : 'cannot start'}\n`);
  process.exitCode = 1;
});
