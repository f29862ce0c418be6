import type { CallInput } from '../../../src-shared/contract/schemas.ts';
import { pastedId, pastedText, pastedWords } from '../../../src-shared/search/pasted-text.ts';

interface Form {
  readonly isTraining: boolean;
  readonly invitationId: string;
  readonly token: string;
  readonly validDays: number;
  readonly networks: string;
}
type WrongField = 'invitationId' | 'token';
type Read =
  | { readonly ok: true; readonly input: CallInput<'enrolment', 'begin'> }
  | { readonly ok: false; readonly wrong: readonly WrongField[] };

/**
 * What was typed as main wants it, or the fields that are wrong. In training main knows invitation and token itself.
 */
export function readForm({ isTraining, invitationId, token, validDays, networks }: Form): Read {
  const cidrs = [...pastedWords(networks)];
  if (isTraining) return { ok: true, input: { validDays, cidrs } };
  const [id, secret] = [pastedId(invitationId), pastedText(token)];
  if (id !== null && secret !== '') return { ok: true, input: { invitationId: id, token: secret, validDays, cidrs } };
  const wrong: readonly WrongField[] = id === null ? ['invitationId'] : [];
  return { ok: false, wrong: secret === '' ? [...wrong, 'token'] : wrong };
}
