import type { Failure } from '../../../../src-shared/contract/codes.ts';
import type { DoubleOptions } from '../double-world.ts';
import { shown, type Screen } from './screen.ts';

const bare: DoubleOptions = { orders: 'none', start: { mode: 'none', enrolment: { state: 'none' } } };
const enrolling = (state: 'none' | 'awaitingActivation' | 'refused' | 'expired'): DoubleOptions => ({
  orders: 'none',
  start: {
    mode: 'deployment',
    deploymentName: 'Example Cards',
    enrolment: {
      state,
      ...(state === 'awaitingActivation'
        ? { ownThumbprint: 'abcd'.repeat(10), serviceThumbprint: 'abce'.repeat(10), thumbprintsAgree: false }
        : {}),
      ...(state === 'refused' ? { refusal: { code: 'key_proof_invalid', requestId: 'req-9d2a4f10' } } : {}),
    },
  },
});
const states = {
  proofForm: { state: 'submitted', refusal: { code: 'key_proof_invalid' } },
  restart: { state: 'keyMade', refusal: { code: 'key_duplicate' } },
  activation: { state: 'expired' },
} as const;
const waiting = (waitsFor: 'proofForm' | 'restart' | 'activation'): DoubleOptions => ({
  orders: 'none',
  start: {
    mode: 'deployment',
    deploymentName: 'Example Cards',
    enrolment: {
      waitsFor,
      ownThumbprint: 'abcd'.repeat(10),
      ...states[waitsFor],
    },
  },
});
const keyStore = (problem: Failure): DoubleOptions => ({
  start: { mode: 'deployment', enrolment: { state: 'none' }, problem },
});

/** From a machine that knows no service to an enrolled counter, and what can keep it from starting. */
export const startScreens: readonly Screen[] = [
  {
    name: 'first run',
    double: { ...bare, failing: { 'app.startTraining': 'sandbox_failed' } },
    reach: (counter) => shown(counter.button('firstRun.training.start')),
    next: [
      {
        name: 'first run, training refused',
        reach: async (counter) => {
          await counter.button('firstRun.training.start').click();
          await shown(counter.text('failure.sandbox_failed.next'));
        },
      },
    ],
  },
  {
    name: 'start failed',
    double: { failing: { 'app.start': 'journal_in_use' } },
    reach: (counter) => shown(counter.text('failure.journal_in_use.next')),
  },
  {
    name: 'enrolment form',
    double: enrolling('none'),
    reach: async (counter) => {
      await counter.button('enrol.submit').click();
      await shown(counter.text('enrol.token.missing'));
    },
  },
  {
    name: 'enrolment awaiting activation, thumbprints differ',
    double: enrolling('awaitingActivation'),
    reach: (counter) => shown(counter.text('enrol.thumbprint.differ')),
  },
  {
    name: 'enrolment refused',
    double: enrolling('refused'),
    reach: (counter) => shown(counter.text('failure.key_proof_invalid.next')),
  },
  {
    name: 'enrolment waiting for another form of its proof',
    double: waiting('proofForm'),
    reach: (counter) => shown(counter.text('enrol.waits.proofForm')),
  },
  {
    name: 'enrolment waiting for a restart',
    double: waiting('restart'),
    reach: (counter) => shown(counter.text('enrol.waits.restart')),
  },
  {
    name: 'enrolment expired while its key waits for activation',
    double: waiting('activation'),
    reach: (counter) => shown(counter.text('enrol.waits.activation')),
  },
  {
    name: 'enrolment expired',
    double: enrolling('expired'),
    reach: (counter) => shown(counter.text('enrol.state.expired')),
  },
  {
    name: 'key store changed',
    double: keyStore({ code: 'vault_unavailable', detail: 'sealer_changed' }),
    reach: async (counter) => {
      await shown(counter.text('keyStore.changed.title'));
      await counter.button('recover.open').click();
      await shown(counter.page.getByLabel(counter.words('recover.phrase'), { exact: true }));
    },
  },
  {
    name: 'key store locked',
    double: keyStore({ code: 'vault_unavailable', detail: 'sealer_unavailable' }),
    reach: (counter) => shown(counter.text('keyStore.locked.1')),
  },
  {
    name: 'vault file damaged',
    double: keyStore({ code: 'vault_damaged', detail: 'wrapped_key' }),
    reach: (counter) => shown(counter.text('keyStore.damaged.3')),
  },
  {
    name: 'vault file missing',
    double: keyStore({ code: 'vault_missing' }),
    reach: (counter) => shown(counter.text('keyStore.gone.4')),
  },
  {
    name: 'key store missing, training meanwhile refused',
    double: {
      ...keyStore({ code: 'sealing_unsafe', detail: 'basic_text' }),
      failing: { 'app.startTraining': 'sandbox_failed' },
    },
    reach: async (counter) => {
      await shown(counter.text('keyStore.missing.2'));
      await counter.button('keyStore.train').click();
      await shown(counter.text('failure.sandbox_failed.next'));
    },
  },
  {
    name: 'journal damaged, its last backup',
    double: {
      start: {
        ...keyStore({ code: 'journal_corrupt', detail: 'SQLITE_CORRUPT' }).start,
        lastBackupAt: '2026-11-21T06:00:00.000Z',
      },
      failing: { 'orders.list': 'journal_corrupt' },
    },
    reach: async (counter) => {
      await counter.button('restore.open').click();
      await shown(counter.button('restore.confirm'));
    },
  },
  {
    name: 'journal damaged, older backups',
    double: {
      start: {
        ...keyStore({ code: 'journal_corrupt', detail: 'SQLITE_CORRUPT' }).start,
        lastBackupAt: '2026-11-21T06:00:00.000Z',
        olderBackupsAt: ['2026-11-20T06:00:00.000Z', '2026-11-19T06:00:00.000Z', '2026-11-18T06:00:00.000Z'],
      },
      failing: { 'orders.list': 'journal_corrupt' },
    },
    reach: async (counter) => {
      await counter.button('restore.earlier').click();
      await shown(counter.text('restore.earlier.says'));
    },
  },
  {
    name: 'journal damaged, to be opened again first',
    double: keyStore({ code: 'journal_corrupt', detail: 'index' }),
    reach: (counter) => shown(counter.text('problem.openAgain')),
  },
  {
    name: 'journal damaged, saving what is left',
    double: keyStore({ code: 'journal_corrupt', detail: 'SQLITE_CORRUPT' }),
    reach: async (counter) => {
      await counter.button('salvage.open').click();
      await shown(counter.button('salvage.confirm'));
    },
  },
  {
    name: 'journal salvaged, what is lost of it',
    double: keyStore({ code: 'journal_corrupt', detail: 'SQLITE_CORRUPT' }),
    reach: async (counter) => {
      await counter.button('salvage.open').click();
      await counter.button('salvage.confirm').click();
      await shown(counter.page.getByText(counter.words('copyStatus.lost', { count: 2 })));
    },
  },
  {
    name: 'profile unreadable',
    double: keyStore({ code: 'profile_unreadable' }),
    reach: (counter) => shown(counter.text('failure.profile_unreadable.next')),
  },
];
