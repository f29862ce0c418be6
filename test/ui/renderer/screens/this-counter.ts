import { id, startView } from '../double-data.ts';
import { muchEvidence } from '../double-diagnosis.ts';
import { someChanges, somePrices } from '../double-price-list.ts';
import { everyPin } from '../double-staff.ts';
import { shown, type Screen } from './screen.ts';

const { enrolment } = startView();
const believed = [{ kid: 'service-1', thumbprint: 'p0Wt7cLkZxR2vN4mQ8sYbJ1dHfUeGa6iXoA5BzT3K9E', confirmed: false }];
const offered = [{ kid: 'service-2', thumbprint: 'ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI' }];

const people = [
  { id: id(9, 1), name: 'Omar', role: 'cashier' },
  { id: id(9, 2), name: 'Mona Al-Khalidi', role: 'manager' },
  { id: id(9, 3), name: 'سارة', role: 'auditor' },
] as const;

/** The counter itself: its keys and those of the service, its clock, its lock, its end, and a part of it that broke. */
export const thisCounterScreens: readonly Screen[] = [
  {
    name: 'what a large sale is, with one entry wrong',
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      const cards = counter.page.getByRole('textbox', { name: counter.words('large.cards') });
      await cards.fill('many');
      await cards.press('Enter');
      await shown(counter.text('large.cards.invalid'));
    },
  },
  {
    name: 'what stands on receipts, with an address that is too long',
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      const address = counter.page.getByRole('textbox', { name: counter.words('shop.addressEn') });
      await address.fill('One\nTwo\nThree\nFour');
      await counter.page.locator('form', { has: address }).getByRole('button').click();
      await shown(counter.page.getByText(counter.words('shop.address.wrong', { most: 160 })));
    },
  },
  {
    name: 'counter enrolled, recovery phrase',
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('recovery.make').click();
      await counter.button('recovery.confirm').click();
      await shown(counter.text('recovery.once'));
    },
  },
  {
    name: 'a key that ends soon, a new key of the service and a clock that is off',
    double: { start: { mode: 'deployment' } },
    reach: async (counter) => {
      await shown(counter.cards().first());
      await counter.notify('clockChanged', { offsetSeconds: -18_000 });
      await counter.notify('enrolmentChanged', {
        ...enrolment,
        validity: { endsAt: '2027-03-05T10:00:00.000Z', daysLeft: 6, warning: 7 },
      });
      await counter.notify('serviceKeysChanged', { believed, offered });
      await shown(counter.button('app.notices.more', { count: 2 }));
    },
    next: [
      {
        name: 'all that is said above the areas',
        reach: async (counter) => {
          await counter.button('app.notices.more', { count: 2 }).click();
          await shown(counter.button('serviceKeys.look'));
        },
      },
      {
        name: 'a key of the service, to be compared',
        reach: async (counter) => {
          await counter.button('serviceKeys.look').click();
          await shown(counter.button('serviceKeys.confirm'));
        },
      },
      {
        name: 'a key of the service, about to be withdrawn',
        reach: async (counter) => {
          await counter.button('serviceKeys.confirm').click();
          await counter.button('serviceKeys.withdraw').click();
          await shown(counter.button('serviceKeys.withdraw.back'));
        },
      },
      {
        name: 'a key that has ended, and one before it that is still needed',
        reach: async (counter) => {
          await counter.button('serviceKeys.withdraw.back').click();
          await counter.notify('enrolmentChanged', {
            ...enrolment,
            validity: { endsAt: '2026-03-05T10:00:00.000Z', daysLeft: 0, warning: 0 },
            replaced: [{ keyId: id(5, 9), pendingOrders: 2 }],
          });
          await counter.button('key.replaced.retire').click();
          await shown(counter.text('failure.key_pending_orders.says'));
        },
      },
    ],
  },
  {
    name: 'a signed connection file, changed since',
    double: {
      start: {
        mode: 'deployment',
        deploymentSigner: { thumbprint: 'ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI', changed: true },
      },
    },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.text('deploymentSigner.changed').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'a signed connection file whose signature cannot be read any more',
    double: { start: { mode: 'deployment', deploymentSigner: { unreadable: true } } },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.text('deploymentSigner.unreadable.says').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'counter of a service, training offered',
    double: { orders: 'none', start: { mode: 'deployment', deploymentName: 'Example Cards' } },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('firstRun.training.start').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'an update that is announced',
    double: { updates: { announced: true, offer: { version: '0.2.0', waits: null } } },
    reach: async (counter) => {
      await shown(counter.cards().first());
      await shown(counter.button('updates.later'));
    },
    next: [
      {
        name: 'an update that waits for the end of a sale',
        reach: async (counter) => {
          await counter.set({ updates: { offer: { version: '0.2.0', waits: 'unsettled' } } });
          await counter.button('updates.open').click();
          await shown(counter.text('updates.waits.unsettled'));
        },
      },
      {
        name: 'an update for the administrator, the one before not taken',
        reach: async (counter) => {
          const command =
            "sudo apt install '/home/ali/.config/counterfoil/counter/updates/counterfoil_0.2.0_amd64.deb'";
          const offer = { version: '0.2.0', waits: null, command };
          await counter.set({ updates: { way: 'administrator', offer, fault: { code: 'frozen' } } });
          await shown(counter.button('updates.copy'));
        },
      },
    ],
  },
  {
    name: 'taken over by another tab',
    reach: async (counter) => {
      await shown(counter.cards().first());
      await counter.notify('takenOver', {});
      await shown(counter.button('taken.here'));
    },
  },
  { name: 'locked', double: { locked: true }, reach: (counter) => shown(counter.button('lock.continue')) },
  {
    name: 'locked, for one of its people',
    double: { staff: { people, me: null } },
    reach: (counter) => shown(counter.page.locator('.lock__person').first()),
    next: [
      {
        name: 'a wrong pin of one of the people',
        reach: async (counter) => {
          await counter.page.locator('.lock__person').nth(1).click();
          await counter.page.locator('.lock__form input').fill('9999');
          await counter.page.keyboard.press('Enter');
          await shown(counter.text('failure.pin_wrong.says'));
        },
      },
      {
        name: 'the people of a shop, one of them changed',
        reach: async (counter) => {
          await counter.page.locator('.lock__form input').fill(everyPin);
          await counter.page.keyboard.press('Enter');
          await counter.area('nav.counter').click();
          await counter.button('people.link').click();
          await counter.page
            .getByRole('button', { name: counter.words('people.change.one', { name: 'Omar' }) })
            .click();
          await shown(counter.button('people.remove'));
        },
      },
    ],
  },
  {
    name: 'selling prices, none of them set',
    reach: async (counter) => {
      await shown(counter.cards().first());
      await counter.area('nav.counter').click();
      await counter.button('prices.link').click();
      await shown(counter.text('prices.rules.none'));
    },
    next: [
      {
        name: 'a new rule with what is wrong in it',
        reach: async (counter) => {
          await counter.button('prices.rule.add').click();
          await counter.page.getByLabel(counter.words('prices.target.find')).first().fill('zain');
          await counter.page.getByLabel(counter.words('prices.step'), { exact: true }).fill('0');
          await counter.button('prices.save').click();
          await shown(counter.text('prices.wrong.card'));
        },
      },
    ],
  },
  {
    name: 'selling prices with rules, a rate, a face value and what changed, for an auditor',
    double: { staff: { people, me: id(9, 3) }, prices: somePrices, priceChanges: someChanges },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('prices.link').click();
      await shown(counter.page.locator('.prices__change').first());
    },
  },
  {
    name: 'selling prices, with a rule that lacks its rate',
    double: {
      prices: { ...somePrices, rules: somePrices.rules.map((rule) => ({ ...rule, currency: 'USD' })), rates: [] },
    },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('prices.link').click();
      await shown(counter.page.locator('.prices__row .badge').first());
    },
  },
  {
    name: 'this counter, its backup not made',
    double: { start: { backupTrouble: 'no_space' } },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await shown(counter.text('backup.trouble.no_space'));
    },
  },
  {
    name: 'this counter, with extra certificates',
    double: { start: { extraCertificates: { names: ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'], used: true } } },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await shown(counter.text('certificates.title'));
    },
  },
  {
    name: 'this counter, for an auditor',
    double: { staff: { people, me: id(9, 3) } },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await shown(counter.text('people.managerOnly'));
    },
  },
  {
    name: 'closing with unsettled sales',
    reach: async (counter) => {
      await shown(counter.cards().first());
      await counter.notify('quitAsked', { pending: 2, codesWaiting: 1 });
      await shown(counter.button('quit.back'));
    },
    next: [
      {
        name: 'an area that broke',
        reach: async (counter) => {
          await counter.button('quit.back').click();
          await counter.page.evaluate(() => {
            // What no schema lets through: the area cannot draw it.
            Object.assign(window.counter?.orders ?? {}, {
              read: () => Promise.resolve({ ok: true, value: { order: { operationId: 'none' }, timeline: [null] } }),
            });
          });
          await counter.area('nav.orders').click();
          await counter.page.getByRole('option').first().click();
          await shown(counter.text('app.broken.title'));
          counter.takeViolations();
        },
      },
    ],
  },
  {
    name: 'how the service sees a call',
    double: { diagnosis: { effectiveScopes: ['orders:create'] } },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('diagnosis.open').click();
      await shown(counter.text('diagnosis.allAgree'));
    },
    next: [
      {
        name: 'why a call is refused, and the change that helps',
        reach: async (counter) => {
          await counter.set({ failing: { 'diagnosis.run': 'invalid_credentials' } });
          await counter.button('diagnosis.again').click();
          await counter.button('diagnosis.apply').click();
          await shown(counter.page.getByRole('alertdialog'));
        },
      },
    ],
  },
  {
    name: 'a cause with much that shows it',
    double: {
      failing: { 'diagnosis.run': 'answer_unverified' },
      examination: {
        cause: 'service_form',
        changes: [],
        fields: ['answer.created', 'serviceKeys.url'],
        evidence: muchEvidence,
        applicable: false,
      },
    },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('diagnosis.open').click();
      await shown(counter.text('diagnosis.evidence.keySetUnusable'));
    },
  },
];
