import { join } from 'node:path';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { initialPreferences } from '../../src-shared/contract/initial-preferences.ts';
import {
  preferencesView,
  type PreferencesChange,
  type PreferencesView,
} from '../../src-shared/contract/preferences.ts';
import { err, ok, type Result } from '../core/result.ts';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { readBounded } from '../files/read-bounded.ts';
import { withoutCodes, type BarcodeDigests } from './barcodes.ts';

/** What the people at this counter chose, kept beside its records. */
export interface Preferences {
  readonly read: () => PreferencesView;
  /** Durable when it returns; `journal_not_writable` leaves everything as it was. */
  readonly change: (change: PreferencesChange) => Result<PreferencesView, Failure>;
}

/**
 * `digestOf` is null where the data key is not at hand; codes that an earlier version kept stay in the file until it
 * is, or the next change.
 */
export function openPreferences(directory: string, digestOf: BarcodeDigests | null): Preferences {
  const path = join(directory, 'preferences.json');
  const kept = readObject(path);
  const pairedBarcodes = withoutCodes(kept['pairedBarcodes'], digestOf);
  let current = readPreferences({ ...kept, pairedBarcodes });
  const change = (changes: PreferencesChange): ReturnType<Preferences['change']> => {
    const changed = { ...current, ...changes };
    if (!writeFileAtomically(path, new TextEncoder().encode(JSON.stringify(changed))).ok)
      return err({ code: 'journal_not_writable' });
    current = changed;
    return ok(current);
  };
  if (digestOf !== null && Object.keys(kept['pairedBarcodes'] ?? {}).some((key) => !Object.hasOwn(pairedBarcodes, key)))
    change({});
  return { read: () => current, change };
}

/** Field by field: what cannot be read is as it was at first, and takes nothing else along. */
function readPreferences(kept: Readonly<Record<string, unknown>>): PreferencesView {
  const readable = Object.entries(preferencesView.shape).flatMap(([field, schema]) => {
    const parsed = schema.safeParse(kept[field]);
    return parsed.success ? [[field, parsed.data] as const] : [];
  });
  return { ...initialPreferences, ...Object.fromEntries(readable) };
}

function readObject(path: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(readBounded(path).toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
