import { readFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable, faultOf, throwingUnavailable } from '../../../../src-main/sqlite/fault.ts';
import { bytesOf, integerOf, integerOrNullOf, textOf, textOrNullOf } from '../../../../src-main/sqlite/row.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('nothing was thrown');
}

const byDriver = (code: string): unknown => faultOf(new BetterSqlite3.SqliteError('said by SQLite', code));

describe('a fault', () => {
  test.each([
    ['in_use', ['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL']],
    [
      'corrupt',
      [
        'SQLITE_CORRUPT',
        'SQLITE_CORRUPT_VTAB',
        'SQLITE_NOTADB',
        'SQLITE_FORMAT',
        'SQLITE_IOERR_CORRUPTFS',
        'SQLITE_IOERR_DATA',
        'SQLITE_IOERR_READ',
        'SQLITE_IOERR_SHORT_READ',
      ],
    ],
    [
      'not_writable',
      [
        'SQLITE_FULL',
        'SQLITE_IOERR',
        'SQLITE_IOERR_FSYNC',
        'SQLITE_READONLY_DBMOVED',
        'SQLITE_CANTOPEN',
        'SQLITE_PERM',
        'SQLITE_NOLFS',
      ],
    ],
  ] as const)('of the file is %s where SQLite says %j', (code, said) => {
    for (const detail of said) expect(byDriver(detail)).toEqual({ code, detail });
  });

  test.each(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR', 'SQLITE', ''])(
    'is none of the file where SQLite says %j: a bug stays one',
    (said) => {
      expect(byDriver(said)).toBeNull();
    },
  );

  test('of the system is not writable, and any other thrown value is a bug', () => {
    expect(faultOf(thrownBy(() => readFileSync('/absent/file')))).toEqual({ code: 'not_writable', detail: 'ENOENT' });
    const coded = (members: object): Error => Object.assign(new Error('x'), members);
    for (const bug of [
      new TypeError('x'),
      'SQLITE_FULL',
      null,
      undefined,
      { syscall: 'open', code: 'EIO' },
      coded({ code: 'ERR_X' }),
      coded({ syscall: 'open' }),
      coded({ syscall: 'open', code: 5 }),
    ]) {
      expect(faultOf(bug)).toBeNull();
    }
  });

  test.each([
    ['read', 'corrupt'],
    ['copyfile', 'not_writable'],
    ['write', 'not_writable'],
    ['fsync', 'not_writable'],
  ])('of a disk that answers EIO to %s is %s', (syscall, code) => {
    expect(faultOf(Object.assign(new Error('EIO'), { code: 'EIO', syscall }))).toEqual({ code, detail: 'EIO' });
  });

  test('says what it is, under its own name, and is known again', () => {
    const unavailable = new DatabaseUnavailable({ code: 'corrupt', detail: 'column_a' });
    expect([unavailable.name, unavailable.message]).toEqual(['DatabaseUnavailable', 'database corrupt (column_a)']);
    expect(faultOf(unavailable)).toEqual({ code: 'corrupt', detail: 'column_a' });
  });

  test('takes the place of what the driver threw; a bug and a result pass through', () => {
    const bug = new TypeError('x');
    expect(throwingUnavailable(() => 7)).toBe(7);
    expect(() =>
      throwingUnavailable(() => {
        throw bug;
      }),
    ).toThrow(bug);
    expect(() =>
      throwingUnavailable(() => {
        throw new BetterSqlite3.SqliteError('x', 'SQLITE_FULL');
      }),
    ).toThrow('database not_writable (SQLITE_FULL)');
  });
});

describe('a column', () => {
  const row = { text: 'a', none: null, number: 7, half: 1.5, bytes: Uint8Array.of(1, 2) };

  test('is read as what its table declares', () => {
    expect([textOf(row, 'text'), integerOf(row, 'number'), bytesOf(row, 'bytes')]).toEqual([
      'a',
      7,
      Uint8Array.of(1, 2),
    ]);
    expect([
      textOrNullOf(row, 'text'),
      textOrNullOf(row, 'none'),
      integerOrNullOf(row, 'number'),
      integerOrNullOf(row, 'none'),
    ]).toEqual(['a', null, 7, null]);
    expect(bytesOf(row, 'bytes')).not.toBe(row.bytes);
  });

  test('of another kind means that the file was damaged, and is named', () => {
    for (const [read, columns] of [
      [textOf, ['none', 'number', 'bytes', 'absent']],
      [integerOf, ['text', 'none', 'half', 'bytes', 'absent']],
      [bytesOf, ['text', 'none', 'number']],
      [textOrNullOf, ['number']],
      [integerOrNullOf, ['text']],
    ] as const) {
      for (const column of columns)
        expect(faultOf(thrownBy(() => read(row, column)))).toEqual({ code: 'corrupt', detail: `column_${column}` });
    }
  });
});
