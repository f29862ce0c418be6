import { otherOperationId, soldCardId, walletId } from './order-samples.ts';
import type { Reply, Seen } from './scripted-service.ts';
import { codes, completed, completedOrder, processing, type Till } from './till.ts';

/**
 * A service that sells what is placed with it once for each operation, as the partner's does: at first it only accepts
 * an order, and asked again it has completed it. It answers whatever the counter asks.
 */
export class SellingService {
  /** What becomes of an order from now on. */
  orders: 'are sold' | 'get lost before they come' | 'get an answer that cannot be read' = 'are sold';
  /** Whether an order comes with its codes; else with an invoice that holds a card of another order too. */
  givesCodes = true;
  readonly #sold = new Map<string, string>();
  readonly #heard: () => void;

  /** `heard` is called for each request whose sending is to be on record, before it is answered. */
  constructor({ service }: Till, heard: () => void) {
    this.#heard = heard;
    service.script(...Array.from({ length: 5_000 }, () => (seen: Seen) => this.#answer(seen)));
  }

  /** The operations under which something was sold. */
  get sold(): readonly string[] {
    return [...this.#sold.keys()];
  }

  #answer({ method, target, headers, body }: Seen): Reply {
    const [read] = /(?<=\/v1\/orders\/).+/.exec(target) ?? [];
    if (read !== undefined) return this.#read(read);
    if (method === 'GET') return this.#list(target);
    this.#heard();
    if (target.endsWith('/reveal')) return this.#reveal(target);
    return this.#place(headers['idempotency-key'] ?? '', body.toString());
  }

  #place(operationId: string, body: string): Reply {
    if (this.orders === 'get lost before they come') return 'drop';
    const known = this.#sold.get(operationId);
    this.#sold.set(operationId, body);
    if (this.orders === 'get an answer that cannot be read') return { status: 201, body: '{}' };
    if (known === undefined) return processing(operationId);
    if (known !== body) return { status: 409, body: { code: 'idempotency_conflict' } };
    return completed(operationId, this.givesCodes ? {} : { soldCards: undefined });
  }

  #read(operationId: string): Reply {
    // What is not known here may be lost there: a check of owned cards asks for such orders without a record of that.
    if (!this.#sold.has(operationId)) return { status: 404, body: { code: 'resource_not_found' } };
    this.#heard();
    return { status: 200, body: completedOrder(operationId, { soldCards: undefined }) };
  }

  #reveal(target: string): Reply {
    const ofCard = codes.find((code) => target.includes(`/cards/${code.soldCardId}/`));
    if (ofCard !== undefined) return { status: 200, body: ofCard };
    return { status: 200, body: { items: this.givesCodes ? codes : [...codes, ofOther] } };
  }

  /** Its wallets, or the cards that were sold last. */
  #list(target: string): Reply {
    if (!target.includes('/cards')) return { status: 200, body: { items: [wallet] } };
    const operationId = this.sold.at(-1);
    const items = codes.map((code) => ({ soldCardId: code.soldCardId, operationId }));
    return {
      status: 200,
      body: { items: [{ soldCardId: ofOther.soldCardId, operationId: otherOperationId }, ...items] },
    };
  }
}

const wallet = { id: walletId, balance: { amount: '1.000', currency: 'KWD' } };
const ofOther = { soldCardId: soldCardId(9), serialNumber: 'ANOTHER-SERIAL-NUMBER', voucher: 'ANOTHER-VOUCHER' };
