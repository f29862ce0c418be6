import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { redrawn } from './lib/architecture.ts';
import { projectRoot } from './lib/tools.ts';

/** Draws the page anew from the imports and the layer rules; a test holds it to them. */
const page = join(projectRoot, 'docs', 'architecture.md');
writeFileSync(page, await redrawn(readFileSync(page, 'utf8')));
