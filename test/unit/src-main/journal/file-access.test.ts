import { describe, expect, test } from 'vitest';
import { err, ok, type Result } from '../../../../src-main/core/result.ts';
import { FileAccess, type Worth } from '../../../../src-main/journal/file-access.ts';
import type { Installation } from '../../../../src-main/journal/installation.ts';
import {
  isDiskFull,
  isLasting,
  journalFailure,
  JournalUnavailable,
  reading,
} from '../../../../src-main/journal/journal-failure.ts';
import type { Database } from '../../../../src-main/sqlite/database.ts';
import { DatabaseUnavailable, type DatabaseFault } from '../../../../src-main/sqlite/fault.ts';

const full: DatabaseFault = { code: 'not_writable', detail: 'SQLITE_FULL' };
const damaged: DatabaseFault = { code: 'corrupt', detail: 'SQLITE_CORRUPT' };

interface Disk {
  /** What each transaction meets, in order; after them all is well. */
  readonly faults: DatabaseFault[];
  rooms: number;
  deliveryRooms: number;
  readonly did: string[];
  /** Of each lasting trouble, whether it was news. */
  readonly told: boolean[];
}

/** A disk that fails as it is told: no real one can be had to. */
function accessTo(
  disk: Partial<Disk>,
  moved: () => Result<void, DatabaseFault> = () => ok(undefined),
): { readonly file: FileAccess; readonly disk: Disk } {
  const state: Disk = { faults: [], rooms: 0, deliveryRooms: 0, did: [], told: [], ...disk };
  const nothing = (): never => {
    throw new Error('not asked for here');
  };
  const database: Database = {
    transaction: <T>(work: () => T): Result<T, DatabaseFault> => {
      const fault = state.faults.shift();
      state.did.push(fault === undefined ? 'written' : 'failed');
      return fault === undefined ? ok(work()) : err(fault);
    },
    get: () => ({ seq: 3, hash: new Uint8Array(32) }),
    run: nothing,
    all: nothing,
    backup: nothing,
    moveLog: (how) => {
      state.did.push(how);
      return moved();
    },
    close: nothing,
  };
  const installation: Installation = {
    path: '',
    id: null,
    checkpoint: null,
    keepCheckpoint: nothing,
    resetCheckpoint: nothing,
    close: nothing,
    recordCheckpoint: ({ seq }) => state.did.push(`checkpoint ${seq}`),
  };
  const give = (name: 'rooms' | 'deliveryRooms') => (): boolean => {
    state.did.push(name);
    state[name] -= 1;
    return state[name] >= 0;
  };
  const file = new FileAccess(
    { database, installation, trouble: null },
    { giveUp: give('rooms'), giveUpForUrgentEvent: give('deliveryRooms') },
    (isNews) => state.told.push(isNews),
  );
  return { file, disk: state };
}

const write = (file: FileAccess, worth: Worth | null) =>
  file.write(
    () => 'done',
    () => worth,
  );
const restarted = 'RESTART';

describe('the log', () => {
  test('is moved into the file ahead of the next write, but not where none may come', () => {
    const { file, disk } = accessTo({});
    file.moveLogAhead();
    expect(disk.did).toEqual(['PASSIVE']);
    const damagedNow = accessTo({ faults: [damaged] });
    damagedNow.file.write(() => 'lost');
    damagedNow.file.moveLogAhead();
    expect(damagedNow.disk.did).toEqual(['failed']);
  });

  test('stays where it is when the disk refuses that, and nothing comes of it', () => {
    const refusing = accessTo({}, () => err(full));
    expect(() => refusing.file.moveLogAhead()).not.toThrow();
    expect(refusing.file.trouble()).toBeNull();
  });
});

describe('a write', () => {
  test('leaves its checkpoint', () => {
    const { file, disk } = accessTo({});
    expect(file.write(() => 'done')).toEqual({ ok: true, value: 'done' });
    expect(disk.did).toEqual(['written', 'checkpoint 3']);
    expect(file.trouble()).toBeNull();
  });

  test('of an answer takes the room that was held for it, as often as there is any', () => {
    const { file, disk } = accessTo({ faults: [full, full], rooms: 2 });
    expect(write(file, 'answer').ok).toBe(true);
    expect(disk.did).toEqual(['failed', 'rooms', 'failed', 'rooms', 'written', 'checkpoint 3']);
    const gone = accessTo({ faults: [full, full], rooms: 1 });
    expect(write(gone.file, 'answer')).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'SQLITE_FULL' },
    });
    expect(gone.disk.did).toEqual(['failed', 'rooms', 'failed', 'rooms']);
  });

  test('of a delivery begins the log anew first, and takes room of its own after that', () => {
    const { file, disk } = accessTo({ faults: [full, full], deliveryRooms: 1, rooms: 9 });
    expect(write(file, 'urgent').ok).toBe(true);
    expect(disk.did).toEqual(['failed', restarted, 'failed', 'deliveryRooms', restarted, 'written', 'checkpoint 3']);
    const gone = accessTo({ faults: [full, full], rooms: 9 });
    expect(write(gone.file, 'urgent').ok).toBe(false);
    expect(gone.disk.did).toEqual(['failed', restarted, 'failed', 'deliveryRooms']);
  });

  test('of anything else takes nobody its room, and a full disk is no lasting trouble', () => {
    const { file, disk } = accessTo({ faults: [full], rooms: 9, deliveryRooms: 9 });
    expect(file.write(() => 'done')).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'SQLITE_FULL' },
    });
    expect(disk.did).toEqual(['failed']);
    expect(file.trouble()).toBeNull();
  });

  test('that fails in another way takes no room, and is remembered where it lasts', () => {
    const { file, disk } = accessTo({ faults: [damaged], rooms: 9 });
    expect(write(file, 'answer').ok).toBe(false);
    expect([disk.did, file.trouble()]).toEqual([['failed'], { code: 'journal_corrupt', detail: 'SQLITE_CORRUPT' }]);
  });

  test('is tried again also where the log cannot be begun anew; a bug there stays one', () => {
    const { file } = accessTo({ faults: [full] }, () => err(full));
    expect(write(file, 'urgent').ok).toBe(true);
    const broken = accessTo({ faults: [full] }, () => {
      throw new TypeError('a bug');
    });
    expect(() => write(broken.file, 'urgent')).toThrow('a bug');
  });

  test('passes on what a read within it met, and a bug as a bug', () => {
    const { file } = accessTo({});
    const failure = { code: 'journal_corrupt', detail: 'body' } as const;
    expect(
      file.write(() => {
        throw new JournalUnavailable(failure);
      }),
    ).toEqual({ ok: false, error: failure });
    expect(file.trouble()).toEqual(failure);
    expect(() =>
      file.write(() => {
        throw new TypeError('a bug');
      }),
    ).toThrow('a bug');
  });
});

describe('a read', () => {
  test('that the file fails under is remembered where it lasts', () => {
    const { file } = accessTo({});
    expect(() =>
      file.read(() => {
        throw new DatabaseUnavailable({ code: 'in_use', detail: 'SQLITE_BUSY' });
      }),
    ).toThrow('journal_in_use');
    expect(file.trouble()).toBeNull();
    expect(() =>
      file.read(() => {
        throw new DatabaseUnavailable(damaged);
      }),
    ).toThrow(JournalUnavailable);
    expect(file.trouble()).toEqual({ code: 'journal_corrupt', detail: 'SQLITE_CORRUPT' });
  });

  test('with a bug in it says nothing of the file', () => {
    const { file } = accessTo({});
    expect(() =>
      file.read(() => {
        throw new TypeError('a bug');
      }),
    ).toThrow('a bug');
    expect(() =>
      reading(() => {
        throw new TypeError('a bug');
      }),
    ).toThrow('a bug');
    expect([file.read(() => 7), reading(() => 8), file.trouble()]).toEqual([7, 8, null]);
  });
});

test('a disk that fails for good is told and stays a trouble, and damage after it is news', () => {
  const { file, disk } = accessTo({});
  const meet = (fault: DatabaseFault): void =>
    expect(() =>
      file.read(() => {
        throw new DatabaseUnavailable(fault);
      }),
    ).toThrow(JournalUnavailable);
  const failing: DatabaseFault = { code: 'not_writable', detail: 'SQLITE_IOERR_FSYNC' };
  for (const fault of [failing, failing, damaged, failing, full]) meet(fault);
  expect(disk.told).toEqual([true, false, true, false]);
  expect(file.trouble()).toEqual({ code: 'journal_corrupt', detail: 'SQLITE_CORRUPT' });
});

test('what was found by looking is remembered only where it lasts', () => {
  const { file } = accessTo({});
  file.found({ code: 'journal_in_use' });
  expect(file.trouble()).toBeNull();
  file.found({ code: 'journal_corrupt', detail: 'event_3' });
  expect(file.trouble()).toEqual({ code: 'journal_corrupt', detail: 'event_3' });
});

describe('a failure', () => {
  test.each([
    ['in_use', 'journal_in_use'],
    ['corrupt', 'journal_corrupt'],
    ['not_writable', 'journal_not_writable'],
    ['newer', 'journal_newer'],
  ] as const)('of the database, %s, is %s', (code, expected) => {
    expect(journalFailure({ code, detail: 'why' })).toEqual({ code: expected, detail: 'why' });
  });

  test.each([
    ['SQLITE_FULL', true, false],
    ['SQLITE_IOERR_WRITE', true, false],
    ['ENOSPC', true, false],
    ['EDQUOT', true, false],
    ['SQLITE_IOERR_FSYNC', false, true],
    ['SQLITE_IOERR', false, true],
    ['SQLITE_READONLY', false, false],
    ['EIO', false, false],
    ['', false, false],
  ])('to write for %s: the disk is full %s, it lasts %s', (detail, isFull, lasts) => {
    const failure = { code: 'journal_not_writable', detail } as const;
    expect([isDiskFull(failure), isLasting(failure)]).toEqual([isFull, lasts]);
  });

  test('without a detail is no full disk, and lasts where it is damage', () => {
    expect([
      isDiskFull({ code: 'journal_not_writable' }),
      isLasting({ code: 'journal_not_writable' }),
      isLasting({ code: 'journal_corrupt' }),
    ]).toEqual([false, false, true]);
  });

  test('that is thrown has a name and a closed code', () => {
    const thrown = new JournalUnavailable({ code: 'journal_corrupt', detail: 'body' });
    expect([thrown.name, thrown.message, thrown.failure.detail]).toEqual([
      'JournalUnavailable',
      'journal_corrupt',
      'body',
    ]);
  });
});
