import type { Catalogue } from './catalogue.ts';
import type { Db } from './database.ts';

/** How many of each card are left. */
export class Stock {
  readonly #db: Db;

  constructor(db: Db, catalogue: Catalogue) {
    this.#db = db;
    const insert = db.prepare('INSERT OR IGNORE INTO cards (id, slug, stock) VALUES (?, ?, ?)');
    db.transaction(() => {
      for (const card of catalogue.cards) insert.run(card.id, card.slug, card.firstStock);
    }).immediate();
  }

  left(cardId: string): number {
    return (
      this.#db.prepare<[string], { stock: number }>('SELECT stock FROM cards WHERE id = ?').get(cardId)?.stock ?? 0
    );
  }

  take(cardId: string, quantity: number): void {
    this.#db.prepare('UPDATE cards SET stock = stock - ? WHERE id = ?').run(quantity, cardId);
  }
}
