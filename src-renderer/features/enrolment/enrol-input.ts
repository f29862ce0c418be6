import type { CallInput } from '../../../src-shared/contract/schemas.ts';
import { pastedSigns, pastedText } from '../../../src-shared/search/pasted-text.ts';

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

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What was typed as main wants it, or the fields that are wrong. In training main knows invitation and token itself.
 */
export function readForm({ isTraining, invitationId, token, validDays, networks }: Form): Read {
  const cidrs = pastedText(networks)
    .split(/[\s,]+/)
    .filter((network) => network !== '');
  if (isTraining) return { ok: true, input: { validDays, cidrs } };
  const [id, secret] = [pastedSigns(invitationId).toLowerCase(), pastedText(token)];
  const wrong: WrongField[] = [];
  if (!uuidPattern.test(id)) wrong.push('invitationId');
  if (secret === '') wrong.push('token');
  return wrong.length > 0
    ? { ok: false, wrong }
    : { ok: true, input: { invitationId: id, token: secret, validDays, cidrs } };
}
