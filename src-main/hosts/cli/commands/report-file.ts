import { existsSync } from 'node:fs';
import type { DayReport } from '../../../../src-shared/contract/day.ts';
import type { LocalizedText } from '../../../../src-shared/contract/schemas.ts';
import { serviceName } from '../../../../src-shared/words/service-name.ts';
import { keptWalletNames } from '../../../app/counter/kept-wallets.ts';
import type { ReportWords } from '../../../day/views/report-pieces.ts';
import { deploymentIdentity } from '../../../deployment/profile.ts';
import { replaceGivenFile } from '../../../files/atomic-write.ts';
import type { CliContext } from '../terminal/context.ts';
import { personNames } from '../terminal/people-names.ts';

/** Writes a file of this kind that must not exist; gives false, and changes nothing, where that cannot be. */
export function writeNew(file: string, ending: string, text: string): boolean {
  if (!file.endsWith(ending) || existsSync(file)) return false;
  return replaceGivenFile(file, new TextEncoder().encode(text)).ok;
}

type Group = DayReport['byPerson'][number];

/** As a command without the network knows names: those of people, and of wallets where the deployment is named. */
export async function reportWords(context: CliContext): Promise<ReportWords> {
  const [directory, profile] = [context.directory(), await context.profile()];
  const wallets =
    directory.ok && profile !== null
      ? keptWalletNames(directory.value, deploymentIdentity(profile))
      : new Map<string, LocalizedText>();
  const { language } = context;
  return {
    language,
    personOf: personNames(directory.ok ? directory.value : null),
    walletOf: (id) => serviceName(wallets.get(id) ?? null, language) ?? null,
  };
}

/** The same report as a person reads it: with names where programs have ids. */
export function withNames<T extends { readonly byPerson: readonly Group[]; readonly byWallet: readonly Group[] }>(
  report: T,
  { personOf, walletOf }: ReportWords,
): object {
  const named = (groups: readonly Group[], member: string, nameOf: (id: string) => string | null) =>
    groups.map(({ id, name: _, ...totals }) => ({ [member]: id === null ? null : (nameOf(id) ?? id), ...totals }));
  const by = 'by' in report && typeof report.by === 'string' ? { by: personOf(report.by) ?? report.by } : {};
  return {
    ...report,
    ...by,
    byPerson: named(report.byPerson, 'person', personOf),
    byWallet: named(report.byWallet, 'wallet', walletOf),
  };
}
