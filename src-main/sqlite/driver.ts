import BetterSqlite3 from 'better-sqlite3';
import { DatabaseUnavailable } from './fault.ts';
import { nativeBindingOverride } from './native-binding.ts';

type OpenOptions = Pick<BetterSqlite3.Options, 'readonly' | 'fileMustExist' | 'timeout'>;

/** What `use` makes of the file at `path`, which stays open unless `use` throws. Throws the driver's errors. */
export function opened<T>(path: string, options: OpenOptions, use: (handle: BetterSqlite3.Database) => T): T {
  const handle = handleOf(path, options);
  try {
    return use(handle);
  } catch (thrown) {
    handle.close();
    throw thrown;
  }
}

/** The driver's binary is loaded with the first file. An installation can lack it, or have that of another program. */
const notLoaded: readonly unknown[] = ['ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND'];

function handleOf(path: string, options: OpenOptions): BetterSqlite3.Database {
  try {
    return new BetterSqlite3(path, { ...options, nativeBinding: nativeBindingOverride() });
  } catch (thrown) {
    const code: unknown = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
    if (typeof code !== 'string' || !notLoaded.includes(code)) throw thrown;
    throw new DatabaseUnavailable({ code: 'no_driver', detail: code });
  }
}

/** What `read` makes of the file at `path`, which is open that long only. Throws the driver's errors. */
export function readFrom<T>(path: string, options: OpenOptions, read: (handle: BetterSqlite3.Database) => T): T {
  return opened(path, options, (handle) => {
    const value = read(handle);
    handle.close();
    return value;
  });
}
