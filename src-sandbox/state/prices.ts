import type { Big } from 'big.js';
import type { Card } from './catalogue.ts';
import type { Db } from './database.ts';

const everyCard = '*';

/** By how much prices moved away from the catalogue's first ones. */
export class Prices {
  readonly #db: Db;
  #factors: ReadonlyMap<string, string>;

  constructor(db: Db) {
    this.#db = db;
    this.#factors = this.#read();
  }

  /** One card's factor; without a card, every card's, whatever it was. */
  set(cardId: string | undefined, factor: string): void {
    this.#db
      .transaction(() => {
        if (cardId === undefined) this.#db.prepare('DELETE FROM prices').run();
        this.#db
          .prepare('INSERT OR REPLACE INTO prices (cardId, factor) VALUES (?, ?)')
          .run(cardId ?? everyCard, factor);
      })
      .immediate();
    this.#factors = this.#read();
  }

  faceUsdOf(card: Card): Big {
    return card.faceUsd.times(this.#factors.get(card.id) ?? this.#factors.get(everyCard) ?? '1');
  }

  #read(): ReadonlyMap<string, string> {
    const rows = this.#db.prepare<[], { cardId: string; factor: string }>('SELECT cardId, factor FROM prices').all();
    return new Map(rows.map(({ cardId, factor }) => [cardId, factor]));
  }
}
