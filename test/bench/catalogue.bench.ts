import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogueStore } from '../../src-main/catalogue/store.ts';
import type { CatalogueContent } from '../../src-main/catalogue/walk.ts';
import { knownId, type CardId, type WalletId } from '../../src-main/core/ids.ts';
import { readCard, readCategory, readSubcategory } from '../../src-main/partner-api/operations/catalogue.ts';
import { stockOf } from '../../src-renderer/entities/catalogue/browse.ts';
import { calls } from '../../src-shared/contract/schemas.ts';
import { normalised } from '../../src-shared/search/search-text.ts';
import { manyCards } from './many-cards.ts';
import { percentile, speedRow } from './speed-rows.ts';

/**
 * A catalogue of 100,000 cards (or as many as the variable says): its search beside a bare scan in the same run, and
 * its cache.
 */
const count = Number(process.env['CATALOGUE_CARDS'] ?? 100_000);
const view = manyCards(count);

function timed<T>(name: string, work: () => T): T {
  const startedAt = performance.now();
  const value = work();
  say(name, [performance.now() - startedAt]);
  return value;
}

function say(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const cells = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0].map((ms) =>
    ms.toFixed(2).padStart(10),
  );
  console.log(`${name.padEnd(58)}${cells.join('')} ms`);
}

/** As a person types it, letter by letter. */
const typed = ['playstation 60', 'بلايستيشن ٦٠', 'zain kuwait 5', 'الكويت', 'plystation 60', 'بلايسيشن', 'zzzz'];
const keystrokes = typed.flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)));

function search(): void {
  const stock = timed('put in order, once', () => stockOf(view));
  timed('make searchable, once, in parts', () => {
    while (stock.prepare());
  });
  const haystacks = timed('fold every card for the bare scan, once', () =>
    view.cards.map(({ name, faceValue }) => normalised(`${name?.ar ?? ''} ${name?.en ?? ''} ${faceValue ?? ''}`)),
  );
  const each = (work: (text: string) => unknown): number[] =>
    keystrokes.map((text) => {
      const startedAt = performance.now();
      work(text);
      return performance.now() - startedAt;
    });
  for (const round of ['cold', 'warm']) {
    const searched = each((text) => stock.find(text));
    say(`search, ${String(keystrokes.length)} keystrokes, ${round}: median, most`, searched);
    const scanned = each((text) => {
      const words = normalised(text).split(' ');
      return haystacks.filter((haystack) => words.every((word) => haystack.includes(word)));
    });
    say(`bare scan of the same, ${round}: median, most`, scanned);
    row(round, searched, scanned);
  }
}

function row(round: string, searched: readonly number[], scanned: readonly number[]): void {
  const [ms95, scanMs95] = [percentile(searched, 95), percentile(scanned, 95)];
  speedRow({
    work: `${count.toLocaleString('en')} cards: a letter typed, searched ${round}`,
    measured: `95th ${ms95.toFixed(1)} ms; median ${percentile(searched, 50).toFixed(1)} ms`,
    limit: `the bare scan of folded texts: 95th ${scanMs95.toFixed(1)} ms`,
    toReach: '95th <= 8 ms',
    isReached: ms95 <= 8,
  });
}

function cache(): void {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'));
  const walletId = knownId<WalletId>(view.walletId);
  const items = <T>(values: readonly unknown[], reader: (value: unknown) => T | null): readonly T[] =>
    values.flatMap((value) => reader(value) ?? []);
  const content: CatalogueContent = {
    categories: items(view.categories, readCategory),
    subcategories: items(view.subcategories, readSubcategory),
    cards: items(view.cards, readCard),
  };
  const store = openCatalogueStore(folder, 'https://bench.example');
  try {
    timed('keep all of it', () => store.replaceCatalogue(walletId, { content, readAt: view.readAt ?? '' }));
    timed('keep all of it again, in place of the first', () =>
      store.replaceCatalogue(walletId, { content, readAt: view.readAt ?? '' }),
    );
    timed('read all of it', () => store.catalogue(walletId));
    timed('read a part in the middle of it, as the screens do', () =>
      store.page(walletId, Math.floor(count / 2), 2_000),
    );
    timed('find one card, as a sale does', () => store.card(walletId, knownId<CardId>(view.cards.at(-1)?.id ?? '')));
    timed('check all of it against the contract', () => calls.catalogue.read.output.parse(view));
    timed('clone all of it, as between two processes', () => structuredClone(view));
  } finally {
    store.close();
    rmSync(folder, { recursive: true });
  }
}

console.log(`A catalogue of ${String(count)} cards, Node ${process.versions.node}\n`);
search();
cache();
