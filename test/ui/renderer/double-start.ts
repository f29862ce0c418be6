import type {
  CallHandlers,
  CallResult,
  EnrolmentView,
  OrderView,
  StartView,
} from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import * as data from './double-data.ts';
import type { World } from './double-world.ts';

export function appCalls(world: World): CallHandlers['app'] {
  const become = (part: Partial<StartView>): Promise<CallResult<StartView>> => {
    world.start = { ...world.start, ...part };
    return soon(ok(world.start));
  };
  return {
    start: () => become({}),
    setLanguage: ({ language }) => {
      world.start = { ...world.start, language };
      return soon(ok({ language }));
    },
    setTheme: ({ theme }) => {
      world.start = { ...world.start, theme };
      return soon(ok({ theme }));
    },
    startTraining: () => {
      const {
        start: { mode, host, language, theme },
        orders,
      } = world;
      if (mode === 'deployment') world.real = { start: world.start, orders };
      world.orders = new Map();
      world.start = { ...data.startView(), host, language, theme, enrolment: { state: 'none' } };
      return become({});
    },
    leaveTraining: () => {
      world.orders = world.real?.orders ?? new Map<string, OrderView>();
      return become(world.real?.start ?? { mode: 'none', enrolment: { state: 'none' } });
    },
    useDeployment: ({ text }) => {
      if (text?.includes('"version"') !== true)
        return soon(
          no('profile_invalid', {
            field: 'request.components.safeRead[3]',
            faults: [
              { field: 'request.components.safeRead[3]', allowed: 'a component' },
              { field: 'baseUrl', allowed: 'https:' },
            ],
          }),
        );
      const { problem: _, ...start } = world.start;
      world.start = start;
      return become({ mode: 'deployment', deploymentName: 'Example Cards', enrolment: { state: 'none' } });
    },
    recoveryPhrase: () => soon(ok({ phrase: data.recoveryPhrase })),
    recover: ({ phrase }) => {
      if (phrase !== data.recoveryPhrase) return soon(no('passphrase_wrong', { field: 'phrase' }));
      const { problem: _, ...start } = world.start;
      world.start = { ...start, enrolment: data.startView().enrolment };
      return soon(ok(world.start));
    },
    restoreBackup: () => {
      const { problem: _, lastBackupAt: _at, olderBackupsAt: _older, ...start } = world.start;
      // The newest came after the backup.
      const [newest] = [...world.orders.values()].toSorted((one, other) =>
        other.intendedAt.localeCompare(one.intendedAt),
      );
      if (newest !== undefined) world.orders.delete(newest.operationId);
      world.start = { ...start, enrolment: data.startView().enrolment, copyStatus: 'restored' };
      return soon(ok(world.start));
    },
    salvage: () => {
      const { problem: _, lastBackupAt: _at, olderBackupsAt: _older, ...start } = world.start;
      const missing = [
        { operationId: data.id(8, 990), what: 'intent' as const },
        { operationId: data.id(8, 2), what: 'key' as const },
      ];
      world.start = { ...start, enrolment: data.startView().enrolment, copyStatus: 'restored', salvaged: { missing } };
      return soon(ok(world.start));
    },
    applyChange: () => become({}),
    readServiceKeys: () => become({}),
    confirmServiceKey: ({ thumbprint }) => {
      const { believed = [], offered = [] } = world.start.serviceKeys ?? {};
      const confirmed = offered
        .filter((key) => key.thumbprint === thumbprint)
        .map((key) => ({ ...key, confirmed: true }));
      return become({
        serviceKeys: {
          believed: [...believed, ...confirmed],
          offered: offered.filter((key) => key.thumbprint !== thumbprint),
        },
      });
    },
    withdrawServiceKey: ({ thumbprint }) => {
      const { believed = [], offered = [] } = world.start.serviceKeys ?? {};
      const withdrawn = believed.filter((key) => key.thumbprint === thumbprint).map(({ kid }) => ({ kid, thumbprint }));
      return become({
        serviceKeys: {
          believed: believed.filter((key) => key.thumbprint !== thumbprint),
          offered: [...offered, ...withdrawn],
        },
      });
    },
  };
}

export function enrolmentCalls(world: World): CallHandlers['enrolment'] {
  const move = (enrolment: EnrolmentView): Promise<CallResult<EnrolmentView>> => {
    world.start = { ...world.start, enrolment };
    return soon(ok(enrolment));
  };
  const known = {
    keyId: data.id(5, 1),
    serviceThumbprint: data.thumbprint,
    ownThumbprint: data.thumbprint,
    thumbprintsAgree: true,
  };
  return {
    status: () => soon(ok(world.start.enrolment)),
    begin: () => {
      const { enrolment } = world.start;
      const begun = { state: 'awaitingActivation', ...known } as const;
      return move(enrolment.state === 'active' ? { ...enrolment, next: { ...begun, keyId: data.id(5, 2) } } : begun);
    },
    check: () => soon(ok(world.start.enrolment)),
    retire: () => {
      if ((world.start.enrolment.replaced?.length ?? 0) > 0) return soon(no('key_pending_orders'));
      return soon(ok(world.start.enrolment));
    },
  };
}
