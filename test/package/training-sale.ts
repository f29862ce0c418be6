/** What stands on the clipboard for a code that was copied, and the sale it belongs to. */
export interface SoldInTraining {
  readonly operationId: string;
  readonly soldCardId: string;
}

/** In the page: trains, and buys one card. Its codes are neither shown nor handed over. */
export async function sellInTraining(): Promise<SoldInTraining> {
  const { counter } = window;
  if (counter === undefined) throw new Error('no bridge');
  const value = async <T>(
    call: Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }>,
  ): Promise<T> => {
    const result = await call;
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (let turn = 0; turn < 1_200; turn += 1) {
      if (await holds()) return;
      await new Promise((go) => setTimeout(go, 100));
    }
    throw new Error(`${what} never came`);
  };
  await value(counter.app.startTraining({}));
  await value(counter.enrolment.begin({ validDays: 30, cidrs: [] }));
  await until('the key', async () => (await value(counter.enrolment.check({}))).state === 'active');
  const [wallet] = (await value(counter.wallets.list({}))).items;
  if (wallet === undefined) throw new Error('no wallet');
  const { cards, pricesRevision } = await value(counter.catalogue.sync({ walletId: wallet.id }));
  const card = cards.find(({ available, charge }) => available && charge !== undefined);
  if (card?.charge === undefined) throw new Error('no card');
  const { operationId } = await value(
    counter.orders.place({
      walletId: wallet.id,
      cardId: card.id,
      quantity: 1,
      pricesRevision,
      shownTotal: card.charge.price,
      useAllowedDebt: false,
      besidesPending: true,
    }),
  );
  const order = async () => (await value(counter.orders.read({ operationId }))).order;
  await until('the result', async () => (await order()).state === 'completed');
  const { cards: sold } = await value(counter.reveals.show({ operationId }));
  return { operationId, soldCardId: sold[0]?.soldCardId ?? '' };
}
