import type { SupportEntry } from '../../support-log/entry.ts';
import { problemOf, type OpenDeployment } from './open-deployment.ts';

/** What the log says of a deployment that was opened: what the records are, and why nothing can be sold. */
export function openedEntry(opened: OpenDeployment): SupportEntry {
  const { mode, localRecords } = opened;
  return {
    kind: 'opened',
    mode,
    copyStatus: localRecords.ok ? localRecords.value.journal.copyStatus() : null,
    failed: problemOf(opened),
  };
}
