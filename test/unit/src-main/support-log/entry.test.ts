import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorClasses, lineOf, type SupportEntry } from '../../../../src-main/support-log/entry.ts';
import { projectRoot } from '../../../support/project.ts';

const secret = '48213377104455';
const machine = { platform: 'linux', arch: 'x64', versions: { node: '24.21.0', electron: '45.4.1' } };

/** One of each kind, as the counter notes it. */
const every = {
  started: { kind: 'started', host: 'electron', version: '0.1.0', on: machine },
  ended: { kind: 'ended' },
  bug: { kind: 'bug', errorClass: 'TypeError', frames: [{ file: 'main.js', line: 1, column: 4321 }] },
  opened: {
    kind: 'opened',
    mode: 'deployment',
    copyStatus: 'own',
    failed: { code: 'journal_corrupt', detail: secret },
  },
  callRefused: { kind: 'callRefused', call: 'orders.place', code: 'price_changed' },
  answered: { kind: 'answered', operation: 'createPartnerOrder', status: 201, ms: 120.4 },
  unanswered: { kind: 'unanswered', operation: 'getPartnerOrder', fault: 'answer_timeout', ms: 30_000 },
  judged: { kind: 'judged', operation: 'getPartnerOrder', outcome: 'signature_invalid' },
  order: { kind: 'order', state: 'completed' },
  connection: { kind: 'connection', online: false },
  clock: { kind: 'clock', offsetSeconds: -90 },
  damaged: { kind: 'damaged' },
  lock: { kind: 'lock', locked: true },
  update: { kind: 'update', step: null, fault: 'expired', offered: '0.2.0' },
  page: { kind: 'page', trouble: 'gone' },
  leftOut: { kind: 'leftOut', lines: 12 },
} as const satisfies { readonly [K in SupportEntry['kind']]: Extract<SupportEntry, { kind: K }> };

describe('a line of the log', () => {
  it('has the time, the kind, and the words of that kind', () => {
    expect(Object.values<SupportEntry>(every).map((entry) => lineOf(entry, 0).trimEnd().slice(33))).toEqual([
      '"kind":"started","host":"electron","version":"0.1.0","platform":"linux","arch":"x64","node":"24.21.0","electron":"45.4.1"}',
      '"kind":"ended"}',
      '"kind":"bug","error":"TypeError","frames":["main.js:1:4321"]}',
      '"kind":"opened","mode":"deployment","records":"own","failed":"journal_corrupt"}',
      '"kind":"callRefused","call":"orders.place","code":"price_changed"}',
      '"kind":"answered","operation":"createPartnerOrder","status":201,"ms":120}',
      '"kind":"unanswered","operation":"getPartnerOrder","fault":"answer_timeout","ms":30000}',
      '"kind":"judged","operation":"getPartnerOrder","outcome":"signature_invalid"}',
      '"kind":"order","state":"completed"}',
      '"kind":"connection","online":false}',
      '"kind":"clock","offsetSeconds":-90}',
      '"kind":"damaged"}',
      '"kind":"lock","locked":true}',
      '"kind":"update","step":null,"fault":"expired","offered":"0.2.0"}',
      '"kind":"page","trouble":"gone"}',
      '"kind":"leftOut","lines":12}',
    ]);
    expect(lineOf(every.ended, 0)).toBe('{"at":"1970-01-01T00:00:00.000Z","kind":"ended"}\n');
  });

  it.each(Object.values<SupportEntry>(every).map((entry) => [entry.kind, entry] as const))(
    'holds no free text, whatever stands in the members of %s',
    (_kind, entry) => {
      for (const planted of [secret, Number(secret), { toString: () => secret }, [secret]])
        expect(lineOf(planting(entry, planted), 0)).not.toContain(secret);
    },
  );

  it('names every class of error that this program throws', () => {
    const own = globSync('src-{main,shared}/**/*.ts', { cwd: projectRoot }).flatMap((file) =>
      [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/class (\w+) extends \w*Error\b/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect(own.length).toBeGreaterThan(2);
    expect(own.filter((name) => !errorClasses.some((known) => known === name))).toEqual([]);
  });
});

/** The entry with something else for each member but its kind, as deep as it goes. */
function planting(entry: SupportEntry, planted: unknown): SupportEntry {
  const within = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(within)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, within(member)]))
        : planted;
  return { ...(within(entry) as SupportEntry), kind: entry.kind } as SupportEntry;
}
