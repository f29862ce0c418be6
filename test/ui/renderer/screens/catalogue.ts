import { languages } from '../../../../src-shared/words/languages.ts';
import { id, walletIds } from '../double-data.ts';
import { digestOf } from '../double-screen.ts';
import { Wedge } from '../wedge.ts';
import { chooseCard, shown, type Screen } from './screen.ts';

const barcode = '628-abc-100200';

/** The cards, the search, the wallet, and a sale being put together. */
export const catalogueScreens: readonly Screen[] = [
  {
    name: 'catalogue',
    reach: (counter) => shown(counter.cards().first()),
    next: [
      {
        name: 'keys of the counter',
        reach: async (counter) => {
          await counter.page.keyboard.press('F1');
          await shown(counter.button('keys.close'));
        },
      },
      {
        name: 'search without a match',
        reach: async (counter) => {
          await counter.button('keys.close').click();
          await counter.page.getByRole('searchbox').fill('zzz');
          await shown(counter.text('catalogue.noMatch'));
        },
      },
      {
        name: 'search that finds what is only similar',
        reach: async (counter) => {
          await counter.page
            .getByRole('searchbox')
            .fill({ ar: 'بلايسيشن ٢٠', en: 'playsttion 20' }[languages[counter.language].service]);
          await shown(counter.text('catalogue.similar'));
        },
      },
      {
        name: 'no favourites yet',
        reach: async (counter) => {
          await counter.page.getByRole('searchbox').fill('');
          await counter.page.getByRole('option', { name: counter.words('catalogue.favourites'), exact: true }).click();
          await shown(counter.text('catalogue.favourites.none.next'));
        },
      },
    ],
  },
  {
    name: 'favourites, recently sold and a low balance',
    double: {
      preferences: { favourites: [id(4, 3), id(4, 8), id(4, 7)], lowBalance: { [walletIds.kwd]: '1500.000' } },
    },
    reach: async (counter) => {
      await shown(counter.cards('favourites').first());
      await shown(counter.text('wallet.low'));
    },
    next: [
      {
        name: 'costs and margins, and what is low about to be changed',
        reach: async (counter) => {
          await counter.button('catalogue.cost.show').click();
          await shown(counter.page.locator('.card-tile__cost').first());
          await counter.page.getByRole('button', { name: counter.words('wallet.low.change') }).click();
          await counter.page.getByLabel(counter.words('wallet.low.field')).fill('xyz');
          await counter.button('wallet.low.keep').click();
          await shown(counter.text('wallet.low.invalid'));
        },
      },
    ],
  },
  {
    name: 'catalogue of unlike cards, in the sale and in hand',
    double: {
      catalogue: 'unlike',
      preferences: { favourites: [id(4, 3), id(4, 7), id(4, 9), id(4, 8)] },
      orders: 'none',
    },
    reach: async (counter) => {
      await chooseCard(counter, 0);
      await counter.button('sale.basket.add').click();
      await chooseCard(counter, 1);
    },
  },
  {
    name: 'catalogue at cost',
    double: { catalogue: 'unlike', orders: 'none', start: { mode: 'deployment' } },
    reach: (counter) => shown(counter.cards().first()),
  },
  {
    name: 'catalogue loading',
    double: { hanging: ['catalogue.read', 'catalogue.sync'] },
    reach: (counter) => shown(counter.page.locator('.skeleton--tile')),
  },
  {
    name: 'catalogue empty',
    double: { catalogue: 'empty' },
    reach: (counter) => shown(counter.text('catalogue.empty')),
  },
  {
    name: 'catalogue never read',
    double: { catalogue: 'never', failing: { 'catalogue.sync': 'service_unreachable' } },
    reach: (counter) => shown(counter.text('catalogue.neverRead')),
  },
  {
    name: 'catalogue offline',
    double: { start: { online: false }, failing: { 'catalogue.sync': 'service_unreachable' } },
    reach: async (counter) => {
      await chooseCard(counter, 1);
      await shown(counter.text('sale.offline'));
    },
  },
  {
    name: 'the service does not answer',
    reach: async (counter) => {
      await chooseCard(counter, 1);
      await counter.notify('connectionChanged', { online: true, trouble: 'silent' });
      await shown(counter.text('app.silent'));
    },
  },
  {
    name: 'a newer balance refused',
    double: { wallets: 'refused' },
    reach: (counter) => shown(counter.text('failure.account_inactive.says')),
  },
  {
    name: 'wallets refused',
    double: { wallets: 'never', failing: { 'wallets.list': 'insufficient_scope' } },
    reach: (counter) => shown(counter.text('failure.insufficient_scope.next')),
  },
  {
    name: 'checkout',
    reach: (counter) => chooseCard(counter, 1),
    next: [
      {
        name: 'a code that is not paired yet',
        reach: async (counter) => {
          await new Wedge(counter).scan(barcode);
          await shown(counter.text('scan.pair.ask'));
        },
      },
      {
        name: 'a card chosen by its code',
        reach: async (counter) => {
          await counter.page.getByRole('button', { name: counter.words('scan.pair') }).click();
          await shown(counter.text('scan.chosen'));
        },
      },
    ],
  },
  {
    name: 'a code of a card that is not sold now',
    double: { preferences: { pairedBarcodes: { [digestOf(barcode)]: id(4, 7) } } },
    reach: async (counter) => {
      await shown(counter.cards().first());
      await new Wedge(counter).scan(barcode);
      await shown(counter.text('scan.notSold.next'));
    },
  },
];
