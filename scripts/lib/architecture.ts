import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruised, cruiseOptions } from './cruise.ts';
import layers from './layers.json' with { type: 'json' };
import { withSection } from './section.ts';
import { projectRoot } from './tools.ts';

/** One place imports another. */
export type Arrow = readonly [from: string, to: string];

/** Each part of the product is a frame with a box for each of its folders, or one box where `isOneBox`. */
const parts = [
  { part: 'src-preload', isOneBox: true },
  { part: 'src-renderer', isOneBox: false },
  { part: 'src-main', isOneBox: false },
  { part: 'src-shared', isOneBox: true },
  { part: 'src-sandbox', isOneBox: false },
];

/** The page `docs/architecture.md` with what is drawn on it made anew; what is written stays. */
export async function redrawn(page: string): Promise<string> {
  const arrows = await importsOfFiles();
  const sections = {
    folders: folderDrawing(arrows),
    'renderer layers': layerDrawing('renderer', arrows),
    rules: ruleList(),
  };
  return Object.entries(sections).reduce((text, [name, content]) => withSection(text, name, content), page);
}

async function importsOfFiles(): Promise<readonly Arrow[]> {
  const { modules } = await cruised(
    parts.map(({ part }) => part),
    { ...cruiseOptions, baseDir: projectRoot },
  );
  return modules.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }): Arrow => [source, resolved]));
}

function folderDrawing(imports: readonly Arrow[]): string {
  const arrows = withoutDetours(between(imports, boxOf));
  const boxes = parts.flatMap(({ part, isOneBox }) =>
    isOneBox ? [`  ${idOf(part)}["${titleOf(part)}"]`] : frameOf(part, imports),
  );
  const lines = Object.entries(Object.groupBy(arrows, ([from]) => from)).map(
    ([from, group = []]) => `  ${idOf(from)} --> ${group.map(([, to]) => idOf(to)).join(' & ')}`,
  );
  return ['```mermaid', 'flowchart TD', ...boxes, ...lines, '```'].join('\n');
}

function titleOf(part: string): string {
  const folders = foldersIn(part);
  return folders.length === 0 ? part : `${part}<br>${folders.join(', ')}`;
}

function frameOf(part: string, imports: readonly Arrow[]): readonly string[] {
  const boxes = new Set(imports.flat().flatMap((file) => boxOf(file) ?? []));
  const own = [...boxes].filter((box) => box.startsWith(`${part}/`)).sort();
  const lines = own.map((box) => `    ${idOf(box)}[${box.slice(part.length + 1)}]`);
  return [`  subgraph ${idOf(part)} [${part}]`, ...lines, '  end'];
}

/** The box that a file is in: its folder below the part, or the file itself where it lies in no folder. */
function boxOf(file: string): string | undefined {
  const [part = '', name = ''] = file.split('/');
  const known = parts.find((candidate) => candidate.part === part);
  return known === undefined || known.isOneBox ? known?.part : `${part}/${name}`;
}

function idOf(box: string): string {
  return box.replace(/^src-/, '').replaceAll(/\W/g, '_');
}

/** Each layer from the top; where one is made of folders alone, what they import of each other. */
function layerDrawing(part: keyof typeof layers, imports: readonly Arrow[]): string {
  const lines = layers[part].toReversed().flatMap((layer) => {
    const arrows = between(imports, (file) => new RegExp(`^src-${part}/${layer}/([^/]+)/`).exec(file)?.[1]);
    const drawn = madeOfFolders(`src-${part}/${layer}`) ? arrowLines(foldersIn(`src-${part}/${layer}`), arrows) : [''];
    return drawn.map((line, index) => `${(index === 0 ? layer : '').padEnd(12)}${line}`.trimEnd());
  });
  return ['```', ...lines, '```'].join('\n');
}

function arrowLines(folders: readonly string[], arrows: readonly Arrow[]): readonly string[] {
  const lines = folders.flatMap((folder) => {
    const others = arrows.filter(([from]) => from === folder).map(([, to]) => to);
    return others.length === 0 ? [] : [`${folder} -> ${others.join(', ')}`];
  });
  const alone = folders.filter((folder) => !arrows.flat().includes(folder));
  return alone.length === 0 ? lines : [...lines, alone.join(', ')];
}

function ruleList(): string {
  const named = (cruiseOptions.ruleSet?.forbidden ?? []).map(({ name = '' }) => name);
  const inLayers = Object.entries(layers).map(
    ([part, names]) => `- \`src-${part}\`: ${names.join(' < ')}; each imports only those before it`,
  );
  return [
    ...inLayers,
    ...named.filter((name) => !name.endsWith('-imports-no-layer-above')).map((name) => `- \`${name}\``),
  ].join('\n');
}

/** The imports between places, each once and in order; a file that is in none counts for nothing. */
function between(imports: readonly Arrow[], placeOf: (file: string) => string | undefined): readonly Arrow[] {
  const found = new Map<string, Arrow>();
  for (const [fromFile, toFile] of imports) {
    const [from, to] = [placeOf(fromFile), placeOf(toFile)];
    if (from !== undefined && to !== undefined && from !== to) found.set(`${from} ${to}`, [from, to]);
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, arrow]) => arrow);
}

/** Without each arrow whose ends are joined by others too; in a cycle every arrow stays. */
export function withoutDetours(arrows: readonly Arrow[]): readonly Arrow[] {
  const nextOf = Map.groupBy(arrows, ([from]) => from);
  const reach = (start: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const [, next] of nextOf.get(start) ?? []) if (!seen.has(next)) reach(next, seen.add(next));
    return seen;
  };
  const reached = new Map([...nextOf.keys()].map((place) => [place, reach(place)]));
  const isBelow = (place: string, other: string): boolean => reached.get(other)?.has(place) === true;
  return arrows.filter(
    ([from, to]) =>
      !(nextOf.get(from) ?? []).some(
        ([, by]) => by !== to && isBelow(to, by) && !isBelow(from, by) && !isBelow(by, to),
      ),
  );
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function madeOfFolders(folder: string): boolean {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).every((entry) => entry.isDirectory());
}
