import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { profileJsonSchema } from '../src-main/deployment/schema/json-schema.ts';
import { projectRoot } from './lib/tools.ts';

/** Writes the JSON Schema of the deployment profile anew; a test holds it to the code. */
writeFileSync(join(projectRoot, 'docs', 'deployment-profile.schema.json'), profileJsonSchema());
