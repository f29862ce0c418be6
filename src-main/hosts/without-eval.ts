import { z } from 'zod';

// A start and most commands read few values by each schema: compiling one costs more than it saves. Schemas choose when
// they are made, so this comes before all that makes one.
z.config({ jitless: true });
