import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import { firstShown } from '../../complaints/records/first-shown.ts';
import { textForSupport } from '../../complaints/views/for-support.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { LocalRecords } from './counter.ts';

/** What to send to the service's support about a complaint. Errors: `input_invalid`, `operation_unknown`. */
export function supportTextOf(
  localRecords: Pick<LocalRecords, 'complaints' | 'journal' | 'records'>,
  id: string,
  language: Language,
): Result<string, Failure> {
  const known = localRecords.complaints.find(id);
  if (known === null) return err({ code: 'input_invalid', field: 'complaint' });
  const { operationId, soldCardId } = known.complaint;
  const order = localRecords.records.find(operationId);
  if (order === null) return err({ code: 'operation_unknown', operationId });
  const shown = firstShown(localRecords, operationId, order, soldCardId);
  return ok(textForSupport({ known, order, events: localRecords.records.events(operationId), shown, language }));
}
