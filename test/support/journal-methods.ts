import type { Journal } from '../../src-main/journal/journal.ts';

/** The journal is a class: its methods, bound, so that one can be replaced. */
export function methodsOf(journal: Journal): Journal {
  return {
    installationId: journal.installationId,
    isCheckedWhole: journal.isCheckedWhole,
    transaction: (write) => journal.transaction(write),
    append: (...events) => journal.append(...events),
    events: (query) => journal.events(query),
    subjects: (kind) => journal.subjects(kind),
    projected: (subject) => journal.projected(subject),
    projectedPage: (query) => journal.projectedPage(query),
    pending: () => journal.pending(),
    trouble: () => journal.trouble(),
    scheduled: () => journal.scheduled(),
    sealed: (id) => journal.sealed(id),
    holdsSealed: () => journal.holdsSealed(),
    meta: (key) => journal.meta(key),
    head: () => journal.head(),
    hashAt: (seq) => journal.hashAt(seq),
    verify: () => journal.verify(),
    verifyRecord: (checkpoint) => journal.verifyRecord(checkpoint),
    rebuildProjection: () => journal.rebuildProjection(),
    compareProjection: () => journal.compareProjection(),
    backup: (path) => journal.backup(path),
    reserve: () => journal.reserve(),
    copyStatus: () => journal.copyStatus(),
    copyFacts: () => journal.copyFacts(),
    isSettleOnly: (id) => journal.isSettleOnly(id),
    changeCopyStatus: (cause, evidence, checkpoint) => journal.changeCopyStatus(cause, evidence, checkpoint),
    reconcileCopyStatus: (findings) => journal.reconcileCopyStatus(findings),
    purge: (olderThanMs) => journal.purge(olderThanMs),
    keep: () => journal.keep(),
    keepInTurns: (pause) => journal.keepInTurns(pause),
    checkTurn: () => journal.checkTurn(),
    close: () => journal.close(),
  };
}
