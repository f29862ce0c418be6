import type { PageShape } from '../../src-main/partner-api/operations/list.ts';

/**
 * A collection as the API shows it for the catalogue ("CatalogueCollection"), and as most deployments write the others.
 */
export const usualPage: PageShape = { holder: 'items', cursor: 'nextCursor' };
