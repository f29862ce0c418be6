import { readdirSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { HandClock, randomness, testRules } from './journal-fixture.ts';

/**
 * Holds room for an answer on a small disk, which somebody else fills up, then gets the largest answer there is. Prints
 * what came of it as one line of JSON. Second argument: `without` holds no room, `small` gets a usual answer, `late`
 * gets another one before it, to an attempt that nobody waits for any more.
 */
const [directory = '', how = ''] = process.argv.slice(2);
const answer = new Uint8Array(how === 'small' ? 40_000 : 11.5 * 1024 * 1024).fill(7);
const opened = openJournal({
  rules: testRules,
  directory: join(directory, 'counter'),
  clock: new HandClock(),
  randomness,
});
if (!opened.ok) throw new Error(opened.error.code);
const journal = opened.value;
journal.append({ subject: 'op', kind: 'attempt-started', body: {} });

const lost = Array.from({ length: how === 'late' ? 5 : 0 }, () => {
  const room = journal.reserve();
  if (room.ok) room.value.release(600_000);
  return room.ok;
});
const held = how === 'without' ? null : journal.reserve();
const ballast = join(directory, 'ballast');
fillUp();
const second = journal.reserve();
const seal = (id: string) =>
  journal.transaction((tx) =>
    tx.append({
      subject: 'op',
      kind: 'answer-sealed',
      body: { sealed: tx.fileSealed(id, { ciphertext: answer, wrappedKey: randomness.bytes(60) }) },
    }),
  );
const late = how === 'late' && lost.every((ok) => ok) ? seal('late') : null;
const sealed = seal('first');
const verdict = journal.append({ subject: 'op', kind: 'answer-judged', body: {} });
if (held?.ok === true) held.value.release();
fillUp();
const refused = journal.reserve();
const unheld = seal('second');
rmSync(ballast);
const again = journal.reserve();
if (again.ok) again.value.release();
journal.close();
const reopened = openJournal({
  rules: testRules,
  directory: join(directory, 'counter'),
  clock: new HandClock(),
  randomness,
});
if (!reopened.ok) throw new Error(reopened.error.code);
const kept = reopened.value.sealed('first');
const verified = reopened.value.verify();
console.log(
  JSON.stringify({
    held: held?.ok ?? null,
    ...(late === null ? {} : { late: codeOf(late) }),
    second: codeOf(second),
    sealed: codeOf(sealed),
    verdict: codeOf(verdict),
    refused: codeOf(refused),
    unheld: codeOf(unheld),
    again: codeOf(again),
    whole: verified.ok,
    rows: verified.ok ? verified.value.rows : 0,
    kept: kept !== null && kept !== 'purged' && Buffer.compare(kept.ciphertext, answer) === 0,
  }),
);
reopened.value.close();

/** Takes every byte that is free, as another program would. */
function fillUp(): void {
  for (let part = 1024 * 1024; part >= 512; part /= 2) {
    for (;;) {
      try {
        writeFileSync(ballast, new Uint8Array(part), { flag: 'a' });
      } catch {
        break;
      }
    }
  }
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize > 8192)
    throw new Error(
      `${bavail * bsize} bytes are left: ${readdirSync(directory)
        .map((name) => `${name} ${statSync(join(directory, name)).size}`)
        .join(', ')}`,
    );
}

function codeOf(
  result:
    | { readonly ok: true }
    | { readonly ok: false; readonly error: { readonly code: string; readonly detail?: string } },
): string {
  return result.ok ? 'ok' : `${result.error.code} ${result.error.detail ?? ''}`;
}
