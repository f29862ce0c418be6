import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { securityHeaders } from '../../../../src-main/hosts/renderer-files.ts';
import { callNames, noticeNames } from '../../../../src-shared/contract/names.ts';
import { projectRoot } from '../../../support/project.ts';

// Law 7: the renderer has no network, no Node, no keys. It speaks only the contract.

/** Names by which a page reaches a network, a key, a file, another program or another page. */
const ways: ReadonlySet<string> = new Set([
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'RTCPeerConnection',
  'sendBeacon',
  'serviceWorker',
  'Worker',
  'SharedWorker',
  'importScripts',
  'subtle',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'cookie',
  'caches',
  'require',
  'process',
  'Buffer',
  'ipcRenderer',
  'postMessage',
  'eval',
  'contentWindow',
  'contentDocument',
  'srcdoc',
]);

/**
 * How long a receipt's preview is can only be read from its document, in which nothing runs and every code is covered.
 */
const allowed: readonly string[] = ['src-renderer/features/receipts/receipt-preview.tsx: contentDocument'];

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(projectRoot, folder, name));
}

/**
 * The forbidden names that a source uses as identifiers, not as words of a text; a `declare` of its own kind counts
 * too.
 */
function waysOut(text: string): readonly string[] {
  const source = ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && ways.has(node.text)) found.push(node.text);
    if (
      ts.isElementAccessExpression(node) &&
      ts.isStringLiteral(node.argumentExpression) &&
      ways.has(node.argumentExpression.text)
    )
      found.push(node.argumentExpression.text);
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      !node.arguments.every((argument) => ts.isStringLiteral(argument))
    )
      found.push('import');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('law 7: the renderer speaks only the contract', () => {
  it('uses no way to a network, a key, a store or another program', () => {
    const sources = sourcesIn('src-renderer');
    expect(sources.length).toBeGreaterThan(20);
    const found = sources.flatMap((file) =>
      waysOut(readFileSync(file, 'utf8')).map((name) => `${relative(projectRoot, file)}: ${name}`),
    );
    expect(found.filter((one) => !allowed.includes(one))).toEqual([]);
  });

  it.each([
    "fetch('/x')",
    "window['fetch']('/x')",
    'new WebSocket(address)',
    'navigator.sendBeacon(a, b)',
    'globalThis.localStorage.x = 1',
    'import(name)',
    'document.cookie',
  ])('would see %s', (text) => {
    expect(waysOut(text)).not.toEqual([]);
  });

  it('imports nothing but the contract, and breaks no layer rule, nor does the preload', async () => {
    const options = await extractDepcruiseOptions(join(projectRoot, '.dependency-cruiser.cjs'));
    const result = await cruise(
      ['src-renderer', 'src-preload'],
      { ...options, baseDir: projectRoot, validate: true },
      undefined,
      { tsConfig: extractTsConfig(join(projectRoot, 'tsconfig.json')) },
    );
    if (typeof result.output === 'string') throw new Error(result.output);
    expect(result.output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
    expect(result.output.summary.totalCruised).toBeGreaterThan(20);
  });

  it('takes from the contract no schemas, whose library makes code from text', () => {
    const found = sourcesIn('src-renderer').filter((file) =>
      /^import \{.*contract\/(schemas|preferences|diagnosis)\.ts|from 'zod/m.test(readFileSync(file, 'utf8')),
    );
    expect(found.map((file) => relative(projectRoot, file))).toEqual([]);
  });

  it('is served with a policy under which the browser refuses any connection', () => {
    const policy = securityHeaders('none')['Content-Security-Policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it('is offered calls by name and no key, token or address among them', () => {
    const names = [...Object.values(callNames).flat(), ...noticeNames];
    expect(names.length).toBeGreaterThan(15);
    // What the service publishes is no key of ours: a person confirms its thumbprint.
    const ours = names.map((name) => name.replace(/service-?keys?/i, ''));
    expect(ours.filter((name) => /key|sign|fetch|request|http|seal|unseal|exec|file/i.test(name))).toEqual([]);
  });
});
