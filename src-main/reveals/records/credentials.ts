import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { CardCodes } from '../../core/card-codes.ts';
import type { SoldCardId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { openKept } from '../../exchange/kept-answer.ts';
import type { Journal } from '../../journal/journal.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { readOrder, type RevealedCredential } from '../../partner-api/operations/order.ts';
import { readRevealed } from '../../partner-api/operations/reveals.ts';
import type { Vault } from '../../vault/vault.ts';

/** The usable codes in a body: of an order, a revealed card or a revealed invoice. */
export function credentialsIn(body: unknown): readonly RevealedCredential[] {
  const ofOrder = readOrder(body)?.soldCards ?? [];
  return ofOrder.length > 0 ? ofOrder : (readRevealed(body) ?? []);
}

/**
 * The codes of the wanted cards, unsealed from the answers that hold them. Only answers that were verified are ever
 * named in `sealedIn`. A card that the service named twice with other codes comes twice. Errors: `codes_unavailable`
 * (purged or not there), `seal_failed`.
 */
export function unsealCodes(
  journal: Journal,
  vault: Vault,
  sealedIn: ReadonlyMap<SoldCardId, string>,
): Result<CardCodes[], Failure> {
  const codes: CardCodes[] = [];
  const answers = new Map<string, readonly RevealedCredential[]>();
  for (const [soldCardId, sealedId] of sealedIn) {
    if (!answers.has(sealedId)) {
      const opened = openAnswer(journal, vault, sealedId);
      if (!opened.ok) return opened;
      answers.set(sealedId, opened.value);
    }
    const found = answers.get(sealedId)?.filter((credential) => credential.soldCardId === soldCardId) ?? [];
    if (found.length === 0) return err(detailed('codes_unavailable', 'card_not_in_answer'));
    codes.push(
      ...found.map(({ serialNumber, voucher, revealedAt }) => ({
        soldCardId,
        serialNumber: serialNumber ?? null,
        voucher: voucher ?? null,
        ...(revealedAt === undefined ? {} : { revealedAt }),
      })),
    );
  }
  return ok(codes);
}

function openAnswer(journal: Journal, vault: Vault, sealedId: string): Result<readonly RevealedCredential[], Failure> {
  const kept = openKept({ journal, vault }, sealedId);
  if (!kept.ok) return kept;
  const { body } = kept.value.raw;
  const credentials = credentialsIn(readJson(body));
  // What was read is text by now, which nobody can clear (SECURITY.md, "Known limits").
  body.fill(0);
  return ok(credentials);
}
