import { dirname } from 'node:path';
import { cruised, cruiseOptions } from './cruise.ts';
import layers from './layers.json' with { type: 'json' };
import { withSection } from './section.ts';
import { projectRoot } from './tools.ts';

/** One place imports another. */
export type Arrow = readonly [from: string, to: string];

/** Every file of the product, and each import between two files. */
interface Code {
  readonly files: readonly string[];
  readonly imports: readonly Arrow[];
}

/** A part of the product is one box, or a frame around boxes: its layers, or its folders. */
const parts = [
  { part: 'src-preload', boxes: 'one' },
  { part: 'src-renderer', boxes: 'layers' },
  { part: 'src-main', boxes: 'folders' },
  { part: 'src-shared', boxes: 'one' },
  { part: 'src-sandbox', boxes: 'layers' },
];

/** The page `docs/architecture.md` with what is drawn on it made anew; what is written stays. */
export async function redrawn(page: string): Promise<string> {
  const code = await readCode();
  const sections = {
    folders: folderDrawing(code),
    'renderer layers': layerDrawing('renderer', code),
    rules: ruleList(),
  };
  return Object.entries(sections).reduce((text, [name, content]) => withSection(text, name, content), page);
}

let code: Promise<Code> | undefined;

/** Read once: to read all of it takes seconds. */
export function readCode(): Promise<Code> {
  code ??= cruiseCode();
  return code;
}

async function cruiseCode(): Promise<Code> {
  const { modules } = await cruised(
    parts.map(({ part }) => part),
    { ...cruiseOptions, baseDir: projectRoot },
  );
  return {
    files: modules.map(({ source }) => source),
    imports: modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }): Arrow => [source, resolved]),
    ),
  };
}

function folderDrawing({ files, imports }: Code): string {
  const holders = new Set(files.map((file) => dirname(file)));
  const boxOfFile = (file: string): string | undefined => boxOf(file, holders);
  const arrows = withoutDetours(between(imports, boxOfFile));
  const boxes = parts.flatMap(({ part, boxes: drawnAs }) =>
    drawnAs === 'one'
      ? [`  ${idOf(part)}["${titleOf(part, files)}"]`]
      : frameOf(part, new Set(files.flatMap((file) => boxOfFile(file) ?? []))),
  );
  const lines = Object.entries(Object.groupBy(arrows, ([from]) => from)).map(
    ([from, group = []]) => `  ${idOf(from)} --> ${group.map(([, to]) => idOf(to)).join(' & ')}`,
  );
  return ['```mermaid', 'flowchart TD', ...boxes, ...lines, '```'].join('\n');
}

function titleOf(part: string, files: readonly string[]): string {
  const folders = foldersIn(part, files);
  return folders.length === 0 ? part : `${part}<br>${folders.join(', ')}`;
}

function frameOf(part: string, boxes: ReadonlySet<string>): readonly string[] {
  const own = [...boxes].filter((box) => box.startsWith(`${part}/`)).sort();
  const lines = own.map((box) => `    ${idOf(box)}[${box.slice(part.length + 1)}]`);
  return [`  subgraph ${idOf(part)} [${part}]`, ...lines, '  end'];
}

/** The box that a file is in. A folder that holds folders alone is none: each of those is. */
function boxOf(file: string, holders: ReadonlySet<string>): string | undefined {
  const [part = '', ...below] = file.split('/');
  const drawnAs = parts.find((candidate) => candidate.part === part)?.boxes;
  if (drawnAs === undefined) return undefined;
  if (drawnAs === 'one') return part;
  const folders = below.slice(0, -1).map((_, index) => [part, ...below.slice(0, index + 1)].join('/'));
  const isBox = (folder: string): boolean => drawnAs === 'layers' || holders.has(folder);
  return folders.find(isBox) ?? file;
}

function idOf(box: string): string {
  return box.replace(/^src-/, '').replaceAll(/\W/g, '_');
}

/** Each layer from the top; where one is made of folders alone, what they import of each other. */
function layerDrawing(part: keyof typeof layers, { files, imports }: Code): string {
  const lines = Object.keys(layers[part])
    .toReversed()
    .flatMap((layer) => {
      const path = `src-${part}/${layer}`;
      const own = files.filter((file) => file.startsWith(`${path}/`));
      const isOfFoldersAlone = own.every((file) => folderBelow(path, file) !== undefined);
      const arrows = between(imports, (file) => folderBelow(path, file));
      const drawn = isOfFoldersAlone ? arrowLines(foldersIn(path, own), arrows) : [''];
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
  const inLayers = Object.entries(layers).flatMap(([part, ofPart]) => [
    `- \`src-${part}\`: ${Object.keys(ofPart).join(' < ')}; each imports only those before it`,
    ...Object.entries(ofPart).flatMap(sayFolders),
  ]);
  return [
    ...inLayers,
    ...named.filter((name) => !name.endsWith('-imports-no-layer-above')).map((name) => `- \`${name}\``),
  ].join('\n');
}

function sayFolders([layer, folders]: readonly [string, readonly string[]]): readonly string[] {
  return folders.join() === layer ? [] : [`  - ${layer}: ${folders.join(', ')}`];
}

/** The imports between places, each once and in order; a file that is in none counts for nothing. */
function between(imports: readonly Arrow[], boxOfFile: (file: string) => string | undefined): readonly Arrow[] {
  const found = new Map<string, Arrow>();
  for (const [fromFile, toFile] of imports) {
    const [from, to] = [boxOfFile(fromFile), boxOfFile(toFile)];
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

function foldersIn(path: string, files: readonly string[]): readonly string[] {
  return [...new Set(files.flatMap((file) => folderBelow(path, file) ?? []))].sort();
}

/** The folder right below `path` that a file is in. */
function folderBelow(path: string, file: string): string | undefined {
  return file.startsWith(`${path}/`) ? /^([^/]+)\//.exec(file.slice(path.length + 1))?.[1] : undefined;
}
