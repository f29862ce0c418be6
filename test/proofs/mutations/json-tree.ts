/** JSON as written: members in order and as often as they stand there, which no parsed object can say. */
export type Tree =
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, value: Tree])[] }
  | { readonly kind: 'array'; readonly items: readonly Tree[] }
  | { readonly kind: 'leaf'; readonly value: unknown };

type ObjectTree = Extract<Tree, { kind: 'object' }>;

export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: 'array', items: value.map(treeOf) };
  if (typeof value !== 'object' || value === null) return { kind: 'leaf', value };
  return { kind: 'object', members: Object.entries(value).map(([name, member]) => [name, treeOf(member)] as const) };
}

export function writeTree(tree: Tree): string {
  switch (tree.kind) {
    case 'object':
      return `{${tree.members.map(([name, value]) => `${JSON.stringify(name)}:${writeTree(value)}`).join(',')}}`;
    case 'array':
      return `[${tree.items.map(writeTree).join(',')}]`;
    case 'leaf':
      return JSON.stringify(tree.value);
  }
}

/** Every tree that differs from this one in one object only, each named by what `change` calls it. */
export function changedTrees(
  tree: Tree,
  change: (object: ObjectTree) => readonly (readonly [what: string, changed: Tree])[],
): (readonly [string, Tree])[] {
  switch (tree.kind) {
    case 'leaf':
      return [];
    case 'array':
      return tree.items.flatMap((item, index) =>
        changedTrees(item, change).map(
          ([what, changed]) => [what, { kind: 'array' as const, items: tree.items.with(index, changed) }] as const,
        ),
      );
    case 'object': {
      const inside = tree.members.flatMap(([name, value], index) =>
        changedTrees(value, change).map(
          ([what, changed]) =>
            [what, { kind: 'object' as const, members: tree.members.with(index, [name, changed]) }] as const,
        ),
      );
      return [...change(tree), ...inside];
    }
  }
}
