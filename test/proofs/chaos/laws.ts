import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../support/project.ts';

interface Breach {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Laws that can be broken on purpose, each by other text in one module of the product as it is loaded for the proof.
 * The product has no switch for it, and where its text is not found any more the breach says so.
 */
export const breaches: Readonly<Record<string, Breach>> = {
  'trust-unbound-refusal': {
    file: 'src-main/orders/read-answer.ts',
    from: "isBound: bound.has('idempotency-key') || bound.has('nonce'),",
    to: 'isBound: true,',
  },
  'trust-404-before-the-fence': {
    file: 'src-main/orders/machine/interpret.ts',
    from: "isNotFound ? { outcome: 'notFound', createdAtSeconds }",
    to: "isNotFound ? { outcome: 'refused', code: 'resource_not_found' }",
  },
  'reuse-an-id': {
    file: 'src-main/orders/machine/placing.ts',
    from: 'if (existing !== null)\n    return isSameSale',
    to: 'if (existing !== null && isSameSale(existing.intent, sale))\n    return isSameSale',
  },
  'drop-the-seal': {
    file: 'src-main/orders/answer.ts',
    from: 'const record = vault.seal(sealedId, plaintext);',
    to: 'const record = vault.seal(sealedId, new Uint8Array(1));',
  },
  'salvage-as-if-nothing-was-lost': {
    file: 'src-main/journal/salvage.ts',
    from: "recordCustody(database, 'restored', ['salvage_command'], clock.nowMs());",
    to: '',
  },
  'take-another-counter-for-a-copy': {
    file: 'src-main/reveals/reconcile.ts',
    from: 'isDoubted || !check.others.has(card)',
    to: 'card.length > 0',
  },
  'send-before-the-intent': {
    file: 'src-main/orders/attempt.ts',
    from: 'const started = startAttempt(context, operationId, { attempt, call, prepared, keyId: key.keyId });',
    to: 'const started = { ok: true, value: order };',
  },
};

/** From now on the module is loaded broken. Throws where the law is not known or its text not found exactly once. */
export function breakLaw(name: string): void {
  const breach = breaches[name];
  if (breach === undefined) throw new Error(`no law is called ${name}; known: ${Object.keys(breaches).join(', ')}`);
  const file = join(projectRoot, breach.file);
  if (readFileSync(file, 'utf8').split(breach.from).length !== 2)
    throw new Error(`${breach.file} does not hold once: ${breach.from}`);
  const broken = pathToFileURL(file).href;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (url !== broken || loaded.source === undefined) return loaded;
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: source.replace(breach.from, () => breach.to) };
    },
  });
}
