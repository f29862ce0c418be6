import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project.ts';

/** What works later, or says another thing each time: a machine is handed the time, and gives back what follows. */
const impure: ReadonlySet<string> = new Set(
  `Promise setTimeout setInterval setImmediate queueMicrotask AbortSignal AbortController
   performance process globalThis crypto fetch console structuredClone Intl`.split(/\s+/),
);
const impureMembers = new Set(['Date.now', 'Math.random', 'Temporal.Now']);

function impuritiesIn(text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword) found.push('async');
    else if (ts.isIdentifier(node) && impure.has(node.text) && !isNameOfMember(node)) found.push(node.text);
    else if (ts.isPropertyAccessExpression(node) && impureMembers.has(node.getText())) found.push(node.getText());
    else if (isDate(node) && (node.arguments ?? []).length === 0) found.push('the time now');
    else if (ts.isImportTypeNode(node) || ts.isMetaProperty(node)) found.push('import');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('', text, ts.ScriptTarget.Latest, true));
  return found;
}

function isDate(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'Date';
}

function isNameOfMember({ parent, pos }: ts.Identifier): boolean {
  if (ts.isPropertyAccessExpression(parent)) return parent.name.pos === pos;
  return (
    (ts.isPropertySignature(parent) || ts.isPropertyAssignment(parent) || ts.isMethodSignature(parent)) &&
    parent.name.pos === pos
  );
}

const files = globSync('src-main/*/machine/**/*.ts', { cwd: projectRoot });

describe('a machine', () => {
  it('has no clock, no chance and no promise', () => {
    expect(files.length).toBeGreaterThan(60);
    const found = files.flatMap((file) =>
      impuritiesIn(readFileSync(join(projectRoot, file), 'utf8')).map((what) => `${file}: ${what}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['const late = Date.now() > 5;', 'Date.now'],
    ['const today = new Date();', 'the time now'],
    ['const text = Date();', 'the time now'],
    ['const dice = Math.random();', 'Math.random'],
    ['export async function decide() {}', 'async'],
    ['const later = (): Promise<void> => wait();', 'Promise'],
    ['setTimeout(decide, 5);', 'setTimeout'],
    ['const id = crypto.randomUUID();', 'crypto'],
  ])('that says %s is found out', (text, what) => {
    expect(impuritiesIn(text)).toContain(what);
  });

  it.each([
    'new Date(nowMs).toISOString()',
    'const rest = { process: order.process };',
    '// Promise nothing, await it',
  ])('may say %s', (text) => {
    expect(impuritiesIn(text)).toEqual([]);
  });
});
