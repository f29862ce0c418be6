import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { spokenDay, timesOf } from '../../../../src-shared/search/days.ts';
import { ok, type Result } from '../../../core/result.ts';
import type { PageQuery } from '../../../orders/records/find-page.ts';
import { invalid } from '../terminal/arguments.ts';
import type { CliContext } from '../terminal/context.ts';
import { secretFrom } from '../terminal/secret.ts';

export type FindQuery = Pick<PageQuery, 'find' | 'named' | 'fromMs' | 'untilMs'>;

type Context = Pick<CliContext, 'args' | 'counter' | 'nowMs' | 'stopping' | 'text'>;

/**
 * What `orders find` looks for, or null where no sale has what it names: words as they are typed in the search of the
 * screens, or a serial number, which is no argument and stands in no shell history.
 */
export async function findQuery(context: Context): Promise<Result<FindQuery | null, Failure>> {
  const [what, ...words] = context.args.words;
  const bySerial = context.args.flag('serial') || context.args.text('serial-file') !== null;
  if (what === undefined) return bySerial ? invalid('serial') : ok({});
  if (what !== 'find') return invalid('orders');
  const text = words.join(' ').trim();
  if (bySerial === (text !== '')) return invalid('find');
  return bySerial ? serialQuery(context) : ok(wordsQuery(text, new Date(context.nowMs())));
}

async function serialQuery(context: Context): Promise<Result<FindQuery | null, Failure>> {
  const serial = await secretFrom(context, 'serial-file', context.text('cli.serial'));
  if (!serial.ok) return serial;
  const counter = await context.counter();
  if (!counter.ok) return counter;
  const named = counter.value.serials.find(serial.value);
  const [first] = named;
  return ok(first === undefined ? null : { find: first, named });
}

function wordsQuery(text: string, now: Date): FindQuery {
  const spoken = spokenDay(text, now);
  const find = spoken === null ? text : spoken.rest;
  const times = spoken === null ? null : timesOf(spoken.day, spoken.day);
  return {
    ...(find === '' ? {} : { find }),
    ...(times === null ? {} : { fromMs: Date.parse(times.from), untilMs: Date.parse(times.until) }),
  };
}
