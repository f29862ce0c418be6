import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { projectRoot } from './tools.ts';

/** The layer rules of this project, and how its imports are read. */
export const cruiseOptions = await extractDepcruiseOptions(join(projectRoot, '.dependency-cruiser.cjs'));

const tsConfig = extractTsConfig(join(projectRoot, 'tsconfig.json'));

/** What the files of these folders import. */
export async function cruised(folders: string[], how: ICruiseOptions): Promise<ICruiseResult> {
  const { output } = await cruise(folders, how, undefined, { tsConfig });
  if (typeof output === 'string') throw new Error(output);
  return output;
}
