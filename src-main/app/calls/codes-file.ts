import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallInput, CallOutput } from '../../../src-shared/contract/schemas.ts';
import { passwordPage } from '../../code-files/password-page.ts';
import { saveCodes, type WriteFile } from '../../code-files/save-codes.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import { codesFileContext } from '../counter/codes-file.ts';
import type { Counter } from '../counter/counter.ts';
import type { CallContext } from './context.ts';

type Saved = CallOutput<'reveals', 'saveForCompany'>;

/** Asks where, where the host has a box for that; else the page saves the encrypted bytes. */
export async function saveForCompany(
  context: CallContext,
  counter: Counter,
  { operationId, ...asked }: CallInput<'reveals', 'saveForCompany'>,
): Promise<Result<Saved, Failure>> {
  const { ports, pageState, pages, settings } = context;
  const { language } = settings.read();
  const { saveCodesFile } = ports;
  const byPage: { file: Saved['file'] } = { file: null };
  const write: WriteFile = async (name, make) => {
    if (saveCodesFile !== undefined) return saveCodesFile(name, make);
    const bytes = await make();
    if (bytes === null) return false;
    byPage.file = { name, base64: Buffer.from(bytes).toString('base64') };
    return name;
  };
  const saved = await saveCodes(
    codesFileContext(counter, ports.randomness),
    { ...asked, operationId: knownId<OperationId>(operationId), language, isWatched: pageState.watched() },
    write,
  );
  if (!saved.ok) return saved;
  if (saved.value === null) return ok({ frame: null, cards: 0, name: null, file: null });
  const { password, cards, name } = saved.value;
  return ok({ frame: pages.put(passwordPage(password, language)), cards, name, ...byPage });
}
