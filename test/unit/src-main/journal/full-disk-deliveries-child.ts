import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { HandClock, randomness, rowOf, testRules } from './journal-fixture.ts';

/**
 * A process of its own on a small disk: sells, sees the disk filled up by somebody else and filled up again whenever a
 * byte is free, and goes on showing and handing over what was sold, also after it was opened anew. Prints what came of
 * it as one line of JSON.
 */
const [directory = ''] = process.argv.slice(2);
const folder = join(directory, 'counter');
const sales = 60;

let journal = open();
for (let sale = 0; sale < sales; sale += 1) {
  const id = `sale ${sale}`;
  journal.transaction((tx) => {
    tx.append({ subject: id, kind: 'order-intended', body: {} });
    tx.project(rowOf(id));
    const sealed = tx.fileSealed(id, { ciphertext: randomness.bytes(1_500), wrappedKey: randomness.bytes(60) });
    tx.append({ subject: id, kind: 'answer-sealed', body: { sealed } });
  });
}
const held = journal.reserve();
if (held.ok) held.value.release();
fillUp();
let noted = note();
// The log may have room left of its own.
for (let notes = 0; notes < 1_000 && noted === 'ok'; notes += 1) noted = note();
const shown: string[] = [];
for (let sale = 0; sale < sales; sale += 1) {
  if (sale === sales / 2) {
    journal.close();
    fillUp();
    journal = open();
  }
  fillUp();
  shown.push(deliver(sale, 'codes-shown'), deliver(sale, 'codes-handed-over'));
}
const sold = codeOf(journal.reserve());
const notedAfter = note();
journal.close();
journal = open();
const verified = journal.verify();
const recorded = journal.events({ kind: 'codes-shown' }).length + journal.events({ kind: 'codes-handed-over' }).length;
journal.close();
const refused = shown.filter((code) => code !== 'ok');
console.log(JSON.stringify({ noted, notedAfter, sold, refused: refused.length, recorded, whole: verified.ok }));

function note(): string {
  return codeOf(journal.append({ subject: '', kind: 'noted', body: { text: 'x'.repeat(50_000) } }));
}

function deliver(sale: number, kind: string): string {
  const id = `sale ${sale}`;
  return codeOf(
    journal.transaction((tx) => {
      tx.append({ subject: id, kind, body: { soldCardIds: [id] } });
      tx.project(rowOf(id, { state: kind, pending: false, unsettled: kind === 'codes-shown' }));
    }),
  );
}

function open() {
  const opened = openJournal({ rules: testRules, directory: folder, clock: new HandClock(), randomness });
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value;
}

/** Takes every byte that is free, as another program would. */
function fillUp(): void {
  for (let part = 1024 * 1024; part >= 512; part /= 2) {
    for (;;) {
      try {
        writeFileSync(join(directory, 'ballast'), new Uint8Array(part), { flag: 'a' });
      } catch {
        break;
      }
    }
  }
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize > 8192) throw new Error(`${bavail * bsize} bytes are left`);
}

function codeOf(
  result:
    | { readonly ok: true }
    | { readonly ok: false; readonly error: { readonly code: string; readonly detail?: string } },
): string {
  return result.ok ? 'ok' : `${result.error.code} ${result.error.detail ?? ''}`;
}
