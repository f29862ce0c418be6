import BetterSqlite3 from 'better-sqlite3';
import { nativeBindingOverride } from './native-binding.ts';

type OpenOptions = Pick<BetterSqlite3.Options, 'readonly' | 'fileMustExist' | 'timeout'>;

/** What `use` makes of the file at `path`, which stays open unless `use` throws. Throws the driver's errors. */
export function opened<T>(path: string, options: OpenOptions, use: (handle: BetterSqlite3.Database) => T): T {
  const handle = new BetterSqlite3(path, { ...options, nativeBinding: nativeBindingOverride() });
  try {
    return use(handle);
  } catch (thrown) {
    handle.close();
    throw thrown;
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
